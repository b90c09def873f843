import { UnderscoreNamingStrategy } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { PostgresDialect } from 'kysely'
import { KeptAnswer } from './accounts/kept-answer.ts'
import { LoginAddress } from './accounts/login-address.ts'
import { MachineToken } from './accounts/machine-token.ts'
import { Revocation, SessionRecord } from './accounts/session-record.ts'
import { UserSchema } from './accounts/user.ts'
import { writabilityAt } from './connection/availability.ts'
import { clientConfig } from './connection/database-url.ts'
import { longestWork } from './connection/deadline.ts'
import { DatabasePool, keepPool } from './connection/pool.ts'
import { ImportJob } from './integration/import-job.ts'
import { WebhookDelivery } from './integration/webhook-delivery.ts'
import { WebhookEndpointSchema } from './integration/webhook-endpoint.ts'
import { ChangeLog } from './logs/change-log.ts'
import { LogSubscriber } from './logs/log-subscriber.ts'
import { OperatorLog } from './logs/operator-log.ts'
import { SecurityLog } from './logs/security-log.ts'
import { TagChangeLog } from './logs/tag-change-log.ts'
import { TransitionLog } from './logs/transition-log.ts'
import { EmployeeSchema } from './people/employee.ts'
import { EmployeeTagSchema } from './people/employee-tag.ts'
import { TagSchema } from './people/tag.ts'
import { ApplicationLog } from './planning/application-log.ts'
import { Cliff } from './planning/cliff.ts'
import { CoverageHistory, CoverageNight } from './planning/coverage-night.ts'
import { EmployeeDates } from './planning/employee-dates.ts'
import { KeptScenario } from './planning/kept-scenario.ts'
import { PlanDraft } from './planning/plan-draft.ts'
import { PositionRequirement } from './planning/position-requirement.ts'
import { SweepRun } from './sweep-run.ts'
import { AssignmentSchema } from './work/assignment.ts'
import { BusinessRuleSchema } from './work/business-rule.ts'
import { OrgUnitSchema } from './work/org-unit.ts'
import { PositionSchema } from './work/position.ts'
import { PositionTagSchema } from './work/position-tag.ts'

/** Milliseconds that a statement of a request waits for a lock. */
const lockTimeout = 1800

const serverOptions = {
  timezone: 'UTC',
  // The statements are too small to gain from compiled or parallel plans.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // In seconds: PostgreSQL ends what a machine that is lost has held, such as the locks of an import, after two minutes.
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
}

const entities = [
  UserSchema,
  EmployeeSchema,
  TagSchema,
  EmployeeTagSchema,
  OrgUnitSchema,
  PositionSchema,
  PositionTagSchema,
  AssignmentSchema,
  BusinessRuleSchema,
  TransitionLog,
  TagChangeLog,
  Revocation,
  OperatorLog,
  SessionRecord,
  MachineToken,
  SweepRun,
  LoginAddress,
  KeptAnswer,
  WebhookEndpointSchema,
  WebhookDelivery,
  ImportJob,
  PlanDraft,
  KeptScenario,
  ApplicationLog,
  CoverageNight,
  CoverageHistory,
  Cliff,
  EmployeeDates,
  PositionRequirement,
  ChangeLog,
  SecurityLog,
] as const

/** The statement timeout in milliseconds of work that may take longer than a request. */
export const longTimeout = 10 * 60_000

type ConnectOptions = { max?: number; queryTimeout?: number; preparedStatements?: boolean }

/**
 * Opens a pool on the database; nothing connects before the first query. Every wait is bounded: a request gets a 503
 * within two seconds (D43), unless PostgreSQL is at work on its statement (D62). Longer work such as an import gives the
 * milliseconds of a statement. With prepared statements, each connection plans a frequent read only once.
 */
export function connect(
  clientUrl: string,
  { max = 16, queryTimeout, preparedStatements }: ConnectOptions = {},
) {
  const pool = new DatabasePool({
    ...clientConfig(clientUrl),
    max,
    connectionTimeoutMillis: 1500,
    statement_timeout: queryTimeout ?? longestWork,
    lock_timeout: queryTimeout ?? lockTimeout,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'coverage',
    options: Object.entries(serverOptions)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    queryTimeout,
    preparedStatements,
    writability: writabilityAt(clientUrl),
  })
  const orm = new MikroORM({
    clientUrl,
    entities: [...entities],
    namingStrategy: UnderscoreNamingStrategy,
    extensions: [Migrator],
    subscribers: [new LogSubscriber()],
    ensureDatabase: false,
    // All updated rows are locked, so one statement may update several.
    useBatchUpdates: true,
    // No entity declares the triggers, seals and stored totals, so a generated migration would drop them.
    schemaGenerator: {
      ignoreTriggers: true,
      ignoreSchema: ['trail', 'totals', 'partitions'],
      // Otherwise the migrator would end the pool, and then try to create a database that does not exist.
      managementDbName: '',
    },
    migrations: { path: `${import.meta.dirname}/schema/migrations`, snapshot: false, silent: true },
    driverOptions: new PostgresDialect({ pool }),
  })
  keepPool(orm, pool)
  return orm
}
