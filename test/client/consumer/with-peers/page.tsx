import {
  QueryClient,
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type CoverageError, createCoverageClient, type PositionRow } from '@workforce-coverage/client'
import { liveOf } from '@workforce-coverage/client/live'
import {
  CoverageProvider,
  useCoverage,
  useCoverageClient,
  useLiveUpdates,
} from '@workforce-coverage/client/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const url = new URLSearchParams(location.search).get('service') ?? location.origin
const client = createCoverageClient({ url })
const live = liveOf(client)

function Clinic() {
  const coverage = useCoverage()
  const me = useQuery(coverage.auth.me.queryOptions())
  const { isConnected, error } = useLiveUpdates(live.coverage)
  if (me.isPending) return <p>Loading…</p>
  return (
    <>
      <p>{error ? `Not live: ${error.status}` : isConnected ? 'Live' : 'Connecting'}</p>
      {me.data ? <Positions email={me.data.email} /> : <SignIn />}
    </>
  )
}

function SignIn() {
  const coverage = useCoverage()
  const signIn = useMutation(coverage.auth.login.mutationOptions())
  const submit = (form: FormData) =>
    signIn.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
  return (
    <form action={submit}>
      <input name="email" aria-label="Email" />
      <input name="password" aria-label="Password" type="password" />
      <button type="submit">Sign in</button>
      <Problem error={signIn.error} />
    </form>
  )
}

function Positions({ email }: { email: string }) {
  const coverage = useCoverage()
  const signedIn = useCoverageClient()
  const [chosen, choose] = useState<PositionRow>()
  const positions = useInfiniteQuery(coverage.positions.list.infiniteQueryOptions({ page_size: 2 }))
  const rows = positions.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <main>
      <p>Signed in as {email}</p>
      <ul>
        {rows.map((position) => (
          <li key={position.id}>
            <button type="button" onClick={() => choose(position)}>
              {position.title}: {position.assigned_hours} of {position.required_weekly_hours}
            </button>
          </li>
        ))}
      </ul>
      {positions.hasNextPage && (
        <button type="button" onClick={() => positions.fetchNextPage()}>
          More
        </button>
      )}
      {chosen && <Assign position={chosen} />}
      <button type="button" onClick={() => signedIn.logout()}>
        Sign out
      </button>
    </main>
  )
}

function Assign({ position }: { position: PositionRow }) {
  const coverage = useCoverage()
  const cache = useQueryClient()
  const [hours, setHours] = useState('')
  const employees = useQuery(coverage.employees.list.queryOptions({ status: 'ACTIVE' }))
  const employee = employees.data?.results[0]
  const request =
    employee && hours
      ? { employee: employee.id, position_id: position.id, effective_hours: hours }
      : undefined
  const preview = useQuery(coverage.assignments.preview.queryOptions(request ?? skipToken))
  const assign = useMutation({
    ...coverage.assignments.create.mutationOptions(),
    onSuccess: () => cache.invalidateQueries({ queryKey: coverage.positions.pathKey() }),
  })
  return (
    <section aria-label={`Assign to ${position.title}`}>
      <input aria-label="Hours" value={hours} onChange={(event) => setHours(event.target.value)} />
      <output>{preview.data && (preview.data.is_valid ? 'Possible' : 'Against the rules')}</output>
      <Problem error={preview.error} />
      <button type="button" onClick={() => request && assign.mutate(request)}>
        Assign {employee?.last_name}
      </button>
      <Problem error={assign.error} />
    </section>
  )
}

function Problem({ error }: { error: CoverageError | null }) {
  return error && <p role="alert">{`${error.status}: ${error.message}`}</p>
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <QueryClientProvider client={new QueryClient()}>
    <CoverageProvider client={client}>
      <Clinic />
    </CoverageProvider>
  </QueryClientProvider>,
)
