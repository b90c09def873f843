import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The account that the database server runs as; empty for the user of this process. */
export type SystemAccount = { uid?: number; gid?: number }

/** The folder of one embedded cluster and the files beside it, and the account that owns it. */
export type Home = { folder: string; account: SystemAccount }

/** Root's own folder, for files that an account reads but must not change. */
export const rootsFolder = '/var/lib/workforce-coverage'

/**
 * Makes `<dataDir>/postgres`, mode 0700, owned by the server's account. Since PostgreSQL refuses to run as root, root
 * runs it as the owner of the data, else of the project, else `postgres`, else `nobody`. If that account cannot reach
 * the project (below /root, say), the cluster is in `/var/lib/workforce-coverage/<hash of dataDir>` instead.
 */
export function preparePostgresHome(dataDir: string, log: (line: string) => void): Home {
  makeDataDir(dataDir)
  const data = realpathSync(dataDir)
  const inside = join(data, 'postgres')
  const account = accountFor([inside, data, dirname(dataDir)])
  if (reachable(dirname(inside), account)) return makeHome(inside, account)

  const key = createHash('sha256').update(inside).digest('hex').slice(0, 16)
  const outside = join(rootsFolder, key)
  log(`The database server cannot run as root and its account cannot reach ${dataDir}: data is in ${outside}`)
  mkdirSync(rootsFolder, { recursive: true, mode: 0o755 })
  return makeHome(outside, accountFor([outside]))
}

/** Switches this process from root to the server's account for good; does nothing for an ordinary user. */
export function become({ uid, gid }: SystemAccount): void {
  if (uid === undefined || gid === undefined) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** Throws an error that says what to do if this process cannot write into the folder. */
export function checkWritable({ folder }: Home): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const uid = process.getuid?.()
    const found = lstatSync(folder)
    if (found.isSymbolicLink() || found.uid !== uid) throw notOurs(folder, cause)
    throw new Error(`${folder} is read-only; let user ${uid} write into it`, { cause })
  }
}

const notOurs = (folder: string, cause: unknown) =>
  new Error(`${folder} is a link or belongs to another user`, { cause })

function makeDataDir(dataDir: string): void {
  if (!makeFolder(dataDir) || process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(dataDir))
  lchownSync(dataDir, uid, gid)
}

function makeHome(folder: string, account: SystemAccount): Home {
  makeFolder(folder, 0o700)
  try {
    giveFolder(account, folder)
  } catch (error) {
    throw notOurs(folder, error)
  }
  return { folder, account }
}

/** Makes the folder if there is none, and returns whether it did. */
function makeFolder(folder: string, mode?: number): boolean {
  try {
    return mkdirSync(folder, { recursive: true, mode }) !== undefined
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException
    throw new Error(code === 'EEXIST' ? `${path} is a file; remove it` : `${path} cannot be made (${code})`, {
      cause,
    })
  }
}

/** Gives a folder of root's to the account, by its descriptor, because the name may mean another file by now. */
function giveFolder({ uid, gid }: SystemAccount, folder: string): void {
  if (uid === undefined || gid === undefined) return
  const descriptor = openSync(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW)
  fchownSync(descriptor, uid, gid)
  closeSync(descriptor)
}

function accountFor(folders: string[]): SystemAccount {
  if (process.getuid?.() !== 0) return {}
  const owners = folders.filter((folder) => existsSync(folder)).map((folder) => lstatSync(folder))
  const owner = owners.find(({ uid }) => uid !== 0)
  if (owner) return { uid: owner.uid, gid: owner.gid }
  return namedAccount('postgres') ?? namedAccount('nobody') ?? { uid: 65534, gid: 65534 }
}

function namedAccount(name: string): SystemAccount | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS writes nobody as -2.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined
}

function reachable(folder: string, { uid, gid }: SystemAccount): boolean {
  if (uid === undefined) return true
  const stat = statSync(folder)
  const execute = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
  if (!(stat.mode & execute)) return false
  return folder === dirname(folder) || reachable(dirname(folder), { uid, gid })
}
