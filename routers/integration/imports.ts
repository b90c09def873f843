import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { addImport, importList, importOrderings } from '../../entities/integration/import-job.ts'
import {
  type FileBytes,
  fileKinds,
  fileNames,
  fileOf,
  importStates,
  problemOfNames,
} from '../../src/clinic-files.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, endpoint, showOne } from '../endpoints/resource.ts'
import { typeError } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { nativeType } from '../schema/native-type.ts'
import { named, orNull, output, shared } from '../schema/output.ts'

const Import = named('Import', 'An import of clinic files, and its outcome.', {
  id: shared.id,
  sent_by: output.id('The user who sent it.'),
  state: output.choice(
    importStates,
    'QUEUED: waits for its turn. RUNNING: is at work. DONE: everything is stored. FAILED: nothing is.',
  ),
  dry_run: output.boolean('Whether mistakes are looked for and changes counted, but nothing is stored.'),
  end_assignments: output.boolean('Whether open assignments of terminated employees are ended.'),
  files: output.texts('The names of the files that were sent.'),
  steps_done: output.count('How many steps of the work are done.'),
  steps: orNull.count('How many steps there are; null until they are known.'),
  counts: output
    .objects('What was done with the rows of each file', {
      file: output.text('The file.'),
      inserted: output.count('New rows.'),
      updated: output.count('Rows that were different.'),
      unchanged: output.count('Rows that were stored already.'),
    })
    .nullable()
    .describe('What was done, or would be, with the rows of each file; null unless DONE.'),
  open_assignments_of_leavers: orNull.count(
    'How many assignments of employees whom the files terminate stay open; null unless DONE.',
  ),
  shared_emails: output
    .objects('Emails that several stored employees have', {
      email: output.text('The email, in lower case.'),
      employee_numbers: output.texts('Whose it is: the user of the email sees the data of them all.'),
    })
    .nullable()
    .describe('The first hundred emails that several stored employees have; null unless DONE.'),
  detail: orNull.text('Why it has failed, in a sentence; null otherwise.'),
  error_count: output.count('How many mistakes were found; the search stops at 1,000.'),
  errors: output.objects('The first hundred mistakes.', {
    file: output.text('The file.'),
    line: orNull.count('The line, from 1; null for the file as a whole.'),
    column: orNull.text('The column; null for a line as a whole.'),
    message: output.text('What is wrong.'),
  }),
  created_at: output.instant('When it was sent.'),
  started_at: orNull.instant('When its turn came.'),
  finished_at: orNull.instant('When it was done or had failed. It is kept for 30 days.'),
})

/** The bytes of a file. Their digest stands for them where inputs are compared (D57). */
export function fileBytes(given: string | Buffer) {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  return Object.assign(bytes, { toJSON: () => createHash('sha256').update(bytes).digest('hex') })
}

const content = z
  .custom<string | Buffer>(
    (given) => (typeof given === 'string' && given.isWellFormed()) || Buffer.isBuffer(given),
    typeError((given) =>
      typeof given === 'string' ? 'Surrogate characters are not allowed.' : 'Not a valid string.',
    ),
  )
  .meta({ override: { type: 'string' } })
  .transform(fileBytes)

const contents = Object.fromEntries(
  fileNames.map((name) => [name, content.optional().describe(`The text of ${name}.`)]),
) as Record<(typeof fileNames)[number], z.ZodOptional<typeof content>>

const Files = z
  .looseObject(
    contents,
    typeError((given) => `Expected a dictionary of items but got type "${nativeType(given)}".`),
  )
  .superRefine((files, context) => {
    const problem = problemOfNames(Object.keys(files))
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .describe(
    'The texts of the CSV files by name; one is enough. Nothing is said about what the others would hold.',
  )

const flag = (meaning: string) => filters.flag(`${meaning}; false unless given.`)

/** The start, the list and the detail of imports. */
export const imports = {
  start_import: endpoint('POST /integration/v1/imports/', 'act_as_admin', {
    summary: 'Import CSV files',
    description:
      'Takes the files that `coverage import` takes: as a zip or as the parts of a form, 50 MiB at most, or as texts in JSON, 1 MiB at most. They are imported in the background, one import at a time: everything, or nothing if anything is wrong. Rows are found by their natural keys, so sending the same files again changes nothing.',
    status: 202,
    takesFiles: true,
  })
    .input(
      z.object({
        files: Files,
        dry_run: flag('Whether to find all mistakes and count the changes, but store nothing'),
        end_assignments: flag('Whether to end the open assignments of employees whom the files terminate'),
      }),
    )
    .output(Import)
    .mutation(({ ctx, input: { files, dry_run = false, end_assignments = false } }) => {
      const id = randomUUID()
      const { caller, author } = ctx
      const bytes: FileBytes = {}
      for (const kind of fileKinds) {
        const file = files[fileOf(kind)]
        if (file) bytes[kind] = file
      }
      const asked = { id, files: bytes, dry_run, end_assignments, caller, author }
      return ctx.services.imports.add(asked, () =>
        inTurn(ctx, [id], async (em) => {
          const names = Object.keys(files)
          const created_at = ctx.services.clock()
          await addImport(em, { id, user: caller.id, files: names, dry_run, end_assignments, created_at })
          return showOne(em, importList, id)
        }),
      )
    }),

  imports: endpoint('GET /integration/v1/imports/', 'act_as_admin', {
    summary: 'List imports',
    description: newestFirst,
  })
    .input(pageInput(importOrderings))
    .output(pageOf(Import))
    .query(({ ctx, input }) => paginate(ctx, input, importList)),

  import: endpoint('GET /integration/v1/imports/{id}/', 'act_as_admin', {
    summary: 'Show an import',
    description: 'Its state, how far it is, and what became of it.',
    isObject: true,
  })
    .input(ById)
    .output(Import)
    .query(({ ctx, input: { id } }) => showOne(ctx.em, importList, id)),
}
