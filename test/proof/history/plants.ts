import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute } from '../../setup/stores/execute.ts'

/** Replaces every match in a file of the service, and may add to its end. */
type Patch = { file: string; pattern: RegExp; by: string; more?: string }

/** A fault put into a copy of the service or into its database, and the kinds of violations by which it must be noticed. */
export type Plant = { name: string; noticedBy: string[]; patches?: Patch[]; statements?: string[] }

const noLocks: Patch[] = [
  { file: 'entities/locks.ts', pattern: / for (no key )?update/g, by: '' },
  { file: 'routers/endpoints/resource.ts', pattern: /LockMode\.PESSIMISTIC_WRITE/g, by: 'LockMode.NONE' },
]

const log = 'entities/logs/log-subscriber.ts'
const writeLater = `
function writeLater(em: any, entity: any, rows: any[]): undefined {
  const outside = em.fork()
  setTimeout(() => outside.insertMany(entity, rows).catch(() => {}), 2)
}
`

/** An update that leaves the notes alone restores those from before the previous update. */
const staleNotes = [
  'create table public.proof_stale (id uuid primary key, notes text)',
  `create function public.proof_write_stale() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      if new.notes = old.notes then
        new.notes := coalesce((select notes from proof_stale where id = new.id), new.notes);
      end if;
      insert into proof_stale values (new.id, old.notes) on conflict (id) do update set notes = excluded.notes;
      return new;
    end $$`,
  `create trigger proof_write_stale before update on assignments
    for each row execute function public.proof_write_stale()`,
]

export const plants: readonly Plant[] = [
  { name: 'no lock', noticedBy: ['weekly cap', 'lifecycle', 'assignable employee'], patches: noLocks },
  {
    name: 'no lock and no index of the pair',
    noticedBy: ['one active pair'],
    patches: noLocks,
    statements: ['drop index assignments_active_pair'],
  },
  {
    name: 'log outside the transaction',
    noticedBy: ['log'],
    patches: [
      {
        file: log,
        pattern: /await em\.insertMany\(TransitionLog,/g,
        by: 'writeLater(em, TransitionLog,',
        more: writeLater,
      },
    ],
  },
  { name: 'lost update', noticedBy: ['lost update', 'unasked change'], statements: staleNotes },
]

const root = join(import.meta.dirname, '../../..')
const folders = ['src', 'entities', 'routers', 'server']

/** A copy of the service with the patches, which shares its packages. */
export function patchedCopy(patches: readonly Patch[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-proof-'))
  for (const name of [...folders, 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, pattern, by, more = '' } of patches) {
    const text = readFileSync(join(folder, file), 'utf8')
    const patched = text.replaceAll(pattern, by)
    if (patched === text)
      throw new Error(`${file} has nothing that matches ${pattern}: the plant must be rewritten.`)
    writeFileSync(join(folder, file), patched + more)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Puts the plant into the database. */
export async function plantInto(ownerUrl: string, { statements = [] }: Plant): Promise<void> {
  for (const statement of statements) await execute(ownerUrl, statement)
}
