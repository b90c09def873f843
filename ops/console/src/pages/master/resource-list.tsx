import { Group, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { DialogButton, inRow } from '../../dialog/action-dialog.tsx'
import { fields as fieldNames, fieldOf } from '../../language/field-words.ts'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { useMayChange } from '../../live/viewer.tsx'
import { PageLink } from '../../parts/parts.tsx'
import type { Column, Columns } from '../../table/column.ts'
import { Choose, PagedPanel, usePaged } from '../../table/paged-list.tsx'
import { InPlace } from './in-place.tsx'
import styles from './master.module.css'
import type { Resource, Row } from './resources.ts'
import { CreateDialog, RowDialog, useUnitNames } from './row-dialogs.tsx'
import { type FieldName, fieldsOf, textOf } from './schema-fields.ts'

type Props = {
  resource: Resource
  /** What all rows of the list have in common. */
  given?: Record<string, string>
  /** The same, by the names of the list's filter. */
  only?: Record<string, string>
}

/** The rows of a resource, with what can be done about them. */
export function ResourceList({ resource, given, only = {} }: Props) {
  const { title, filters, search, calls, counted, empty, personal, path } = resource
  const names = [...(search ? ['search'] : []), ...Object.keys(filters)]
  const { field, paged } = usePaged<Row, Record<string, string>, object>({
    name: `master.${path}`,
    of: calls.list,
    blank: Object.fromEntries(names.map((name) => [name, ''])),
    also: only,
    // The calls count against the viewer's own limit.
    every: 60_000,
  })
  return (
    <PagedPanel
      title={title}
      right={
        <DialogButton may="manage" look="primary" dialog={<CreateDialog resource={resource} given={given} />}>
          {`${say(resource.create)}…`}
        </DialogButton>
      }
      filters={
        names.length > 0 && (
          <Group align="end">
            {search && <TextInput label={say(search)} type="search" {...field('search')} />}
            {Object.entries(filters).map(([name, options]) => (
              <Choose key={name} label={fieldOf(name)} options={options.map(optionOf)} {...field(name)} />
            ))}
          </Group>
        )
      }
      paged={paged}
      csv={path}
      counted={counted}
      empty={empty}
      columns={useColumns(resource)}
      {...(personal && { personal })}
    />
  )
}

const uses = { true: 'In use', false: 'Out of use' } as const

const optionOf = (value: string) => ({
  value,
  label: value === 'true' || value === 'false' ? say(uses[value]) : sentence(value),
})

function useColumns(resource: Resource): Columns<Row> {
  const names = useUnitNames()
  const mayChange = useMayChange('manage')
  return useMemo(() => {
    const fields = new Map(fieldsOf(resource.schema).map((field) => [field.name as string, field]))
    const columnOf = (name: FieldName): Column<Row> => {
      const field = fields.get(name)
      // The list has most names already, and the text must not change once all units are known.
      const given = name.replace(/_id$/, '_name')
      const shown = (row: Row) =>
        given !== name && row[given] ? `${row[given]}` : textOf(field?.kind, row[name], names)
      const isInPlace = field && resource.inPlace.includes(name) && mayChange
      return {
        header: fieldNames[name],
        cell: (row) => (isInPlace ? <InPlace {...{ resource, row, field }} text={shown(row)} /> : shown(row)),
        value: (row) => (field?.kind === 'decimal' ? Number(row[name]) : shown(row)),
        numeric: field?.kind === 'decimal' || field?.kind === 'integer',
        ...(!name.startsWith('tag_') && { ordering: name }),
      }
    }
    return [...resource.columns.map(columnOf), actionsOf(resource)]
  }, [resource, names, mayChange])
}

const actionsOf = (resource: Resource): Columns<Row>[number] => ({
  header: 'Actions',
  cell: (row) => <Actions resource={resource} row={row} />,
})

function Actions({ resource, row }: { resource: Resource; row: Row }) {
  const name = resource.nameOf(row)
  const asked = resource.switchOf(row)
  const { more } = resource
  return (
    <Group gap={6} justify="flex-end" className={styles.actions}>
      {more && (
        <PageLink size="sm" to={more.to(row)} aria-label={`${say(more.label)}: ${name}`}>
          {say(more.label)}
        </PageLink>
      )}
      <DialogButton
        may="manage"
        {...inRow(say('Edit'), say('Edit {name}', { name }))}
        dialog={<RowDialog resource={resource} id={row.id} kind="edit" />}
      />
      {resource.unique && (
        <DialogButton
          may="manage"
          {...inRow(say('Duplicate'), say('Duplicate {name}', { name }))}
          dialog={<RowDialog resource={resource} id={row.id} kind="duplicate" />}
        />
      )}
      <DialogButton
        may={resource.maySwitch ?? 'manage'}
        {...inRow(say(asked?.label ?? 'Deactivate'), say(asked?.title ?? 'Deactivate {name}', { name }))}
        why={asked ? undefined : say('The person’s status does not allow it.')}
        dialog={<RowDialog resource={resource} id={row.id} kind="switch" />}
      />
    </Group>
  )
}
