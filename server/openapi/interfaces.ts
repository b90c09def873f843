import { errorSchemas, planningErrorSchemas } from './schemas.ts'

const usage = `Sign in with \`POST /api/v1/auth/login/\`; the cookies it sets authenticate every other request. Repeat the value of the
\`csrftoken\` cookie in the header \`X-CSRFToken\` of every POST, PATCH and DELETE. Programs send the token of a machine
instead, as \`Authorization: Bearer wcs_...\`, without cookies. Decimals are strings with two decimals,
dates are \`YYYY-MM-DD\`, instants are UTC with a \`Z\`. Fields that are not documented are ignored in bodies and never
appear in answers; unknown query parameters are ignored. Every operation says which roles it is for; a superuser passes every
check of a role.`

/** The REST interface by the file that describes each part: the contract's, planning, and integration. Paths begin with `root`. */
export const interfaces = {
  'openapi.json': {
    root: '/api/',
    title: 'Workforce Coverage Service',
    introduction: `Staffing of a clinic: who is employed and qualified, which positions need hours, and who fills them.

${usage}`,
    tags: {
      health: 'Whether the service works',
      auth: 'Sessions, and a user’s rights over their own data',
      employees: 'The supply side, with its lifecycle',
      transitions: 'Audit log of all transitions',
      tag_change_logs: 'Audit log of employee tags',
      assignments: 'Who covers which position, for how many hours',
      tags: 'Contracts, qualifications, certifications and exceptions',
      employee_tags: 'The tags that employees hold',
      position_tags: 'The tags that positions require',
      hours: 'Weekly hours: pool, consumption, balance',
      org_units: 'Clinic, departments, services and units',
      positions: 'The demand side, with its coverage',
      business_rules: 'The rules that assignments must pass',
    },
    errorSchemas,
  },
  'openapi-planning.json': {
    root: '/planning/',
    title: 'Workforce Coverage Service: planning',
    introduction: `Planning for a clinic: who can cover a position, the most that can be covered, what the coming weeks bring, and what
would happen if. Only applying a plan stores anything.

${usage}`,
    tags: { planning: 'Plans, candidates, forecasts and scenarios' },
    errorSchemas: planningErrorSchemas,
  },
  'openapi-integration.json': {
    root: '/integration/',
    title: 'Workforce Coverage Service: integration',
    introduction: `For programs that keep other systems up to date with the clinic: every committed change in its order, exact
look-ups, and imports and exports of whole files.

${usage}`,
    tags: { integration: 'Changes, look-ups by natural keys, imports and exports' },
    errorSchemas,
  },
}

export type InterfaceFile = keyof typeof interfaces
