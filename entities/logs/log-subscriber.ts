import {
  type ChangeSet,
  ChangeSetType,
  type EventSubscriber,
  type FlushEventArgs,
  type InferEntity,
  type RequiredEntityData,
  type TransactionEventArgs,
} from '@mikro-orm/core'
import type { Audit, TagChangeEvent, TransitionEvent } from '../../src/logs/audit.ts'
import { Employee } from '../people/employee.ts'
import { EmployeeTag } from '../people/employee-tag.ts'
import { Assignment } from '../work/assignment.ts'
import { TagChangeLog } from './tag-change-log.ts'
import { TransitionLog } from './transition-log.ts'

/** What a flush has to log. */
type LogEntries = {
  transitions: RequiredEntityData<InferEntity<typeof TransitionLog>>[]
  tagChanges: RequiredEntityData<InferEntity<typeof TagChangeLog>>[]
}

/**
 * Writes a log entry for every transition and tag change, in the same transaction, whatever code made the change.
 * Throws on a change that left no event.
 */
export class LogSubscriber implements EventSubscriber {
  /** By unit of work. Plain rows, because entities would make an import 20% slower. */
  private readonly pending = new WeakMap<object, LogEntries>()

  onFlush({ uow }: FlushEventArgs) {
    const entries: LogEntries = { transitions: [], tagChanges: [] }
    for (const changeSet of uow.getChangeSets()) {
      checkLogged(changeSet)
      addEntry(entries, changeSet.entity)
    }
    this.pending.set(uow, entries)
  }

  /** Logs a flush within a transaction. */
  async afterFlush(args: FlushEventArgs) {
    await this.write(args)
  }

  /** Logs a flush outside a transaction: it makes its own, which ends before `afterFlush`. */
  async beforeTransactionCommit(args: TransactionEventArgs) {
    await this.write(args)
  }

  private async write({ em, uow }: TransactionEventArgs) {
    const entries = uow && this.pending.get(uow)
    if (!entries) return
    this.pending.delete(uow)
    await em.insertMany(TransitionLog, entries.transitions)
    await em.insertMany(TagChangeLog, entries.tagChanges)
  }
}

function checkLogged({ entity, type, payload }: ChangeSet<object>) {
  const isMoved = type === ChangeSetType.UPDATE && 'status' in payload
  const needsEvent =
    entity instanceof EmployeeTag || (isMoved && (entity instanceof Employee || entity instanceof Assignment))
  if (needsEvent && !entity.event)
    throw new Error(`${entity.id} changed outside a verb; call a method such as suspend().`)
}

/** Adds the entry for the entity's event, and clears the event. */
function addEntry({ transitions, tagChanges }: LogEntries, entity: object) {
  const isLogged = entity instanceof Employee || entity instanceof Assignment || entity instanceof EmployeeTag
  if (!isLogged || !entity.event) return
  if (entity instanceof EmployeeTag) tagChanges.push(tagChangeEntry(entity, entity.event))
  else transitions.push(transitionEntry(entity, entity.event))
  delete entity.event
}

const tagChangeEntry = ({ employee, tag, updated_at }: EmployeeTag, { action, by }: TagChangeEvent) => ({
  ...{ employee, tag, action },
  ...signature(by),
  created_at: updated_at,
})

const transitionEntry = (entity: Employee | Assignment, { by, ...event }: TransitionEvent) => ({
  employee: entity instanceof Employee ? entity.id : entity.employee,
  assignment: entity instanceof Assignment ? entity.id : null,
  ...event,
  ...signature(by),
  created_at: entity.updated_at,
})

const signature = ({ actor, reason }: Audit) => ({ actor, reason })
