import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { AssignmentRow, PositionRow, Procedures } from './contract/procedures.ts'
import type { LiveEvent } from './transport/live-streams.ts'

/** The body of a refusal, as over REST: messages by field, or a detail. */
export type RefusalBody =
  | { detail: string; code?: string }
  | { detail?: never; [field: string]: string[] | Record<string, string[]>[] | undefined }

type Root = {
  ctx: object
  meta: object
  errorShape: TRPCDefaultErrorShape & { data: { body: RefusalBody; errorCode?: string } }
  transformer: false
}

/** What a call takes and what it answers. */
type Definition<Call> = Call extends (input: infer Input, ...rest: never[]) => Promise<infer Output>
  ? { input: Input; output: Output; meta: unknown }
  : never

type ProcedureOf<Member> = Member extends { query: infer Call }
  ? TRPCQueryProcedure<Definition<Call>>
  : Member extends { mutate: infer Call }
    ? TRPCMutationProcedure<Definition<Call>>
    : never

type Live<Row> = TRPCSubscriptionProcedure<{
  input: { lastEventId?: string | undefined }
  output: AsyncIterable<{ id: string; data: LiveEvent<Row> }>
  meta: unknown
}>

/** The service's router, for any tRPC client: `createTRPCClient<AppRouter>(...)`. */
export type AppRouter = TRPCBuiltRouter<
  Root,
  {
    [Resource in keyof Procedures]: {
      [Action in keyof Procedures[Resource]]: ProcedureOf<Procedures[Resource][Action]>
    }
  } & { live: { coverage: Live<PositionRow>; assignments: Live<AssignmentRow> } }
>
