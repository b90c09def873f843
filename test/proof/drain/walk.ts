type Body = Record<string, unknown>
type Stored = { id: string; results?: Stored[] }

const lists = [
  'employees/?search=a',
  'assignments/',
  'demand/?ordering=title',
  'demand/coverage-summary/',
  'org-units/',
  'tags/',
  'employee-tags/',
  'position-tags/',
  'transitions/',
  'tag-change-logs/',
  'business-rules/',
  'auth/me/export/',
]

/** Changes and reads something of every kind; returns what was not answered as it should be. */
export async function walkThrough(url: string, headers: Record<string, string>): Promise<string[]> {
  const problems: string[] = []
  const suffix = Math.random().toString(36).slice(2, 8)
  async function call(method: string, path: string, body?: Body): Promise<Stored> {
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) problems.push(`${url} ${method} ${path}: ${answer.status} ${text}`)
    return answer.ok && text ? JSON.parse(text) : { id: '' }
  }
  const create = (resource: string, body: Body) => call('POST', `/api/v1/${resource}/`, body)
  const act = (resource: string, { id }: Stored, step: string) =>
    call('POST', `/api/v1/${resource}/${id}/${step}/`, { reason: 'proof' })

  const clinics = await call('GET', '/api/v1/org-units/?unit_type=CLINIC')
  const newUnit = (unit_type: string, parent?: Stored) =>
    create('org-units', { code: `${unit_type[0]}${suffix}`, name: suffix, unit_type, parent_id: parent?.id })
  const clinic = clinics.results?.[0] ?? (await newUnit('CLINIC'))
  const unit = await newUnit('UNIT', await newUnit('DEPARTMENT', clinic))
  const position = await create('demand', {
    org_unit_id: unit.id,
    title: suffix,
    required_weekly_hours: '20',
  })
  const person = { first_name: 'Ana', last_name: suffix, email: `${suffix}@clinic.example` }
  const employee = await create('employees', { employee_number: suffix, ...person })
  await act('employees', employee, 'activate')
  await call('PATCH', `/api/v1/employees/${employee.id}/`, { first_name: 'Eva' })
  const tag = await create('tags', { name: `use-${suffix}`, display_name: suffix, category: 'QUALIFICATION' })
  await create('position-tags', { position: position.id, tag: tag.id })
  await create('employee-tags', { employee: employee.id, tag: tag.id, start_date: '2026-01-01' })
  const assignment = await create('assignments', {
    employee: employee.id,
    position_id: position.id,
    effective_hours: '10',
  })
  for (const step of ['suspend', 'resume', 'end']) await act('assignments', assignment, step)
  for (const step of ['go-on-leave', 'return-from-leave', 'terminate']) await act('employees', employee, step)
  for (const list of [...lists, `offer/employees/${employee.id}/balance/`])
    await call('GET', `/api/v1/${list}`)
  return problems
}
