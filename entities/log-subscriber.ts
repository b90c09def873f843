import { ChangeSetType, type EventSubscriber, type FlushEventArgs } from '@mikro-orm/core'
import { Assignment } from './assignment.ts'
import { Employee } from './employee.ts'
import { EmployeeTag } from './employee-tag.ts'
import { TagChangeLog } from './tag-change-log.ts'
import { TransitionLog } from './transition-log.ts'

/**
 * Writes the log entry of every transition and tag change in the transaction of the change itself, so that no
 * code path can change one without its entry, or write two. Throws on a change that left no event.
 */
export class LogSubscriber implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs) {
    const log = <T extends object>(entry: T) => uow.computeChangeSet(entry)
    const changeSets = uow.getChangeSets()
    for (const { entity, type, payload } of changeSets) {
      if (entity instanceof Employee || entity instanceof Assignment) {
        const event = entity.event
        if (type === ChangeSetType.UPDATE && 'status' in payload && !event) throw unlogged(entity.id)
        if (!event) continue
        delete entity.event
        log(
          em.create(TransitionLog, {
            employee: entity instanceof Employee ? entity.id : entity.employee,
            assignment: entity instanceof Assignment ? entity.id : null,
            from_status: event.from_status,
            to_status: event.to_status,
            transition: event.transition,
            actor: event.by.actor,
            reason: event.by.reason,
            metadata: event.metadata,
            created_at: event.by.at,
          }),
        )
      }
      if (entity instanceof EmployeeTag && !entity.event) throw unlogged(entity.id)
    }
    // A tag revoked twice within a millisecond changes no column, and is logged all the same (D28).
    for (const entity of new Set([...changeSets.map(({ entity }) => entity), ...uow.getIdentityMap()])) {
      if (!(entity instanceof EmployeeTag && entity.event)) continue
      const { action, by } = entity.event
      delete entity.event
      log(
        em.create(TagChangeLog, {
          employee: entity.employee,
          tag: entity.tag,
          action,
          actor: by.actor,
          reason: by.reason,
          created_at: by.at,
        }),
      )
    }
  }
}

const unlogged = (id: string) => new Error(`${id} was changed without a verb, so there is nothing to log.`)
