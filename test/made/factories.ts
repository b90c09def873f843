import type { EntityName, RequiredEntityData } from '@mikro-orm/postgresql'
import { Deadline, withDeadline } from '../../entities/connection/deadline.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { Employee } from '../../entities/people/employee.ts'
import { EmployeeTag } from '../../entities/people/employee-tag.ts'
import { Tag } from '../../entities/people/tag.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { OrgUnit } from '../../entities/work/org-unit.ts'
import { Position } from '../../entities/work/position.ts'
import { PositionTag } from '../../entities/work/position-tag.ts'

export type Factories = ReturnType<typeof factories>
type Fields<T> = Partial<{ [K in keyof T]: T[K] }>

/** On a machine that stalls, a test must not fail before it has begun. */
class NoDeadline extends Deadline {
  override wait<T>(work: Promise<T>) {
    return work
  }
}

/** Makes valid rows straight in the database; a test gives only the fields it is about. */
export function factories({ orm, clock }: { orm: Orm; clock: { now: Date } }) {
  let made = 0
  /** Last changed before the clock's instant, so that a change in a test has exactly that time. */
  const stamps = () => ({ created_at: clock.now, updated_at: new Date(clock.now.getTime() - 1) })

  async function store<T extends object>(entity: EntityName<T>, fields: RequiredEntityData<T>): Promise<T> {
    const em = orm.em.fork()
    const row = em.create(entity, fields)
    if (row instanceof EmployeeTag)
      row.assigned({ actor: null, at: clock.now, today: clock.now.toISOString().slice(0, 10), reason: '' })
    await withDeadline(() => em.flush(), new NoDeadline())
    return row
  }

  const proposal = {
    proposal_type: 'TRANSFER' as const,
    proposal_notes: '',
    previous_status: 'ACTIVE' as const,
  }

  const make = {
    /** ACTIVE unless said otherwise; one with a proposal pending has seven days left. */
    employee: (fields: Fields<Employee> = {}) => {
      const number = ++made
      return store(Employee, {
        employee_number: `E${number}`,
        first_name: 'First',
        last_name: `Last${number}`,
        email: `employee${number}@clinic.example`,
        status: 'ACTIVE',
        ...(fields.status === 'PROPOSAL_PENDING' && {
          ...proposal,
          proposal_expires_at: new Date(clock.now.getTime() + 7 * 86_400_000),
        }),
        ...stamps(),
        ...fields,
      })
    },

    tag: (fields: Fields<Tag> = {}) =>
      store(Tag, {
        name: `Tag-${++made}`.padEnd(5, '-'),
        display_name: 'A tag',
        category: 'QUALIFICATION',
        hours_delta: '0.00',
        ...stamps(),
        ...fields,
      }),

    employeeTag: async (fields: Fields<EmployeeTag> = {}) =>
      store(EmployeeTag, {
        employee: fields.employee ?? (await make.employee()).id,
        tag: fields.tag ?? (await make.tag()).id,
        start_date: '2020-01-01',
        ...stamps(),
        ...fields,
      }),

    /** The one CLINIC of the database, made when it is first needed. */
    clinic: async (fields: Fields<OrgUnit> = {}): Promise<OrgUnit> =>
      (await orm.em.fork().findOne(OrgUnit, { unit_type: 'CLINIC' })) ??
      store(OrgUnit, { unit_type: 'CLINIC', code: 'CLINIC', name: 'The clinic', ...stamps(), ...fields }),

    department: async (fields: Fields<OrgUnit> = {}): Promise<OrgUnit> =>
      store(OrgUnit, {
        unit_type: 'DEPARTMENT',
        parent: fields.parent ?? (await make.clinic()).id,
        code: `D${++made}`,
        name: `Department ${made}`,
        ...stamps(),
        ...fields,
      }),

    unit: async (fields: Fields<OrgUnit> = {}): Promise<OrgUnit> =>
      store(OrgUnit, {
        unit_type: 'UNIT',
        parent: fields.parent ?? (await make.department()).id,
        code: `U${++made}`,
        name: `Unit ${made}`,
        ...stamps(),
        ...fields,
      }),

    position: async (fields: Fields<Position> = {}): Promise<Position> =>
      store(Position, {
        org_unit: fields.org_unit ?? (await make.unit()).id,
        title: `Position ${++made}`,
        required_weekly_hours: '40.00',
        ...stamps(),
        ...fields,
      }),

    positionTag: async (fields: Fields<PositionTag> = {}) =>
      store(PositionTag, {
        position: fields.position ?? (await make.position()).id,
        tag: fields.tag ?? (await make.tag()).id,
        created_at: clock.now,
        ...fields,
      }),

    assignment: async (fields: Fields<Assignment> = {}) =>
      store(Assignment, {
        employee: fields.employee ?? (await make.employee()).id,
        position: fields.position ?? (await make.position()).id,
        effective_hours: '8.00',
        metadata: { violations: [] },
        ...stamps(),
        ...fields,
      }),
  }
  return make
}
