import {
  type ChangeSet,
  ChangeSetType,
  type EntityManager,
  type EventSubscriber,
  type FlushEventArgs,
} from '@mikro-orm/core'
import { Assignment } from './assignment.ts'
import type { Audit, TagChangeEvent, TransitionEvent } from './audit.ts'
import { Employee } from './employee.ts'
import { EmployeeTag } from './employee-tag.ts'
import { TagChangeLog } from './tag-change-log.ts'
import { TransitionLog } from './transition-log.ts'

/**
 * Writes the log entry of every transition and tag change in the transaction of the change itself, so that no
 * code path can make one without its entry, or with two. Throws on a change that left no event.
 */
export class LogSubscriber implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs) {
    // Copied, because entries become change sets too.
    for (const changeSet of [...uow.getChangeSets()]) {
      checkLogged(changeSet)
      const { entity } = changeSet
      const entry = takeEntry(em, entity)
      if (entry) uow.computeChangeSet(entry)
    }
  }
}

function checkLogged({ entity, type, payload }: ChangeSet<object>) {
  const isMoved = type === ChangeSetType.UPDATE && 'status' in payload
  const needsEvent =
    entity instanceof EmployeeTag || (isMoved && (entity instanceof Employee || entity instanceof Assignment))
  if (needsEvent && !entity.event)
    throw new Error(`${entity.id} was changed without a verb, so there is nothing to log.`)
}

/** The entry for the entity's event, which is forgotten; undefined when there is none. */
function takeEntry(em: EntityManager, entity: object): TransitionLog | TagChangeLog | undefined {
  const isLogged = entity instanceof Employee || entity instanceof Assignment || entity instanceof EmployeeTag
  if (!isLogged || !entity.event) return undefined
  const entry =
    entity instanceof EmployeeTag ? tagChange(em, entity, entity.event) : transition(em, entity, entity.event)
  delete entity.event
  return entry
}

const tagChange = (
  em: EntityManager,
  { employee, tag, updated_at }: EmployeeTag,
  { action, by }: TagChangeEvent,
) => em.create(TagChangeLog, { employee, tag, action, ...signature(by), created_at: updated_at })

const transition = (em: EntityManager, entity: Employee | Assignment, { by, ...event }: TransitionEvent) =>
  em.create(TransitionLog, {
    employee: entity instanceof Employee ? entity.id : entity.employee,
    assignment: entity instanceof Assignment ? entity.id : null,
    ...event,
    ...signature(by),
    created_at: entity.updated_at,
  })

const signature = ({ actor, reason }: Audit) => ({ actor, reason })
