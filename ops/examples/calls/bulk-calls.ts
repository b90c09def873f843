import { callsBy } from './call.ts'

const employees = `employee_number,first_name,last_name,email,document_number,date_of_birth,hire_date,status
A-9001,Irene,Salas,irene.salas@aurelia.example,,,2026-11-16,ACTIVE
`

/** Calls that move whole files. */
export const bulkCalls = callsBy('admin', {
  'integration.start_import': {
    input: { files: { 'employees.csv': employees }, dry_run: true },
    invalid: { field: { files: { 'staff.csv': employees } } },
  },
  'integration.import': {
    input: (answered) => ({ id: answered('integration.start_import').id }),
    until: { state: 'DONE' },
  },
  'integration.imports': { invalid: { parameter: { ordering: 'sender' } } },
  'integration.export': {},
})
