import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './openapi-typescript.ts'

// `node story.ts <address> <email> <password>` signs in, assigns an employee, is refused, and prints what it saw.

const [baseUrl = '', email = '', password = ''] = process.argv.slice(2)

const cookies = new Map<string, string>()
const session: Middleware = {
  onRequest({ request }) {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`)
    request.headers.set('Cookie', sent.join('; '))
    request.headers.set('X-CSRFToken', cookies.get('csrftoken') ?? '')
  },
  onResponse({ response }) {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
  },
}
const client = createClient<paths>({ baseUrl })
client.use(session)

const login = () => client.POST('/api/v1/auth/login/', { body: { email, password } })
const { data: signedIn } = await login()
const { data: employees } = await client.GET('/api/v1/employees/', {
  params: { query: { status: 'ACTIVE', page_size: 1 } },
})
const { data: positions } = await client.GET('/api/v1/demand/', {
  params: { query: { coverage_state: 'VACANT' } },
})
const [employee] = employees?.results ?? []
const [position] = positions?.results ?? []
if (!employee || !position) throw new Error('There is no employee to assign, or no position.')

const wanted = { employee: employee.id, position_id: position.id, effective_hours: '8.00' }
const { data: preview } = await client.POST('/api/v1/assignments/preview/', { body: wanted })
const { data: assignment } = await client.POST('/api/v1/assignments/', { body: wanted })
const { error: invalid } = await client.POST('/api/v1/assignments/', {
  body: { ...wanted, effective_hours: '0.00' },
})
const { error: conflict } = await client.DELETE('/api/v1/demand/{id}/', {
  params: { path: { id: position.id } },
})
const { error: throttled, response } = await login()

console.log(
  JSON.stringify({
    role: signedIn?.user.role,
    employees: employees?.count,
    isValid: preview?.is_valid,
    status: assignment?.status,
    invalid,
    code: conflict && 'code' in conflict && conflict.code,
    throttled,
    retryAfter: Number(response.headers.get('Retry-After')),
  }),
)
