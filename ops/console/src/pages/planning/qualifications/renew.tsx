import { say } from '../../../language/text.ts'
import { PageLink } from '../../../parts/parts.tsx'
import { sandboxLink } from '../change-kinds.ts'

type Props = { id: string; of: string }

/** Leads to what it would do to renew an employee tag of someone. */
export const Renew = ({ id, of }: Props) => (
  <PageLink
    to={sandboxLink([{ kind: 'TAG_EXTENDED', employee_tag: id, end_date: null }])}
    size="sm"
    aria-label={`${say('Renew')}: ${of}`}
  >
    {say('Renew')}
  </PageLink>
)
