import type { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import type * as schema from '../schema/system.ts'

export type ReplicaState = z.infer<typeof schema.Replica>

/** The copies of the database that serve reads. */
export type Replicas = {
  /** What a call reads from: a replica that has everything that the session knows of, else the primary. */
  reader(sessionId: string): Em
  /** Remembers that the sessions know what is stored now; never fails. Without `isCommitted`, a write may yet be. */
  knows(sessionIds: readonly string[], isCommitted?: boolean): Promise<void>
  /** How the replicas are, as this listener sees them. */
  states(): ReplicaState[]
}

export type StoreState = z.infer<typeof schema.Store>
export type SweepRun = z.infer<typeof schema.SweepRun>
