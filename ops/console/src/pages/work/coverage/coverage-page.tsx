import { type TreeUnit, tree } from '../../../fields/choices.tsx'
import { type Message, say } from '../../../language/text.ts'
import { Follow } from '../../../live/follow.tsx'
import { Empty, Live } from '../../../live/live.tsx'
import { Page, Panel } from '../../../parts/parts.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { CoverageTotals, PlanLinks, Scale } from './coverage-parts.tsx'
import { UnitTree } from './unit-tree.tsx'

/** Who is short of hours, from the clinic down to its units. */
export const CoveragePage = () => (
  <Page title={say('Coverage')}>
    <Follow query={tree.name} />
    <Live {...tree} rows={10}>
      {(units) => (
        <>
          {units.length ? <Clinic units={units} /> : <Empty>{say('There are no org units yet.')}</Empty>}
          <Terms title="What these terms mean" of={terms} />
        </>
      )}
    </Live>
  </Page>
)

const Clinic = ({ units }: { units: TreeUnit[] }) => (
  <>
    {units
      .filter(({ depth }) => depth === 0)
      .map((root) => (
        <Panel key={root.id} title={root.name} right={<PlanLinks unit={root.id} />}>
          <CoverageTotals unit={root} />
        </Panel>
      ))}
    <Panel title={say('All units, sub-units included')} gap="xs">
      <Scale />
      <UnitTree units={units} />
    </Panel>
  </>
)

const terms: Message[] = [
  '<b>Short</b>: weekly hours that positions require and no one covers. Surplus hours in one position do not offset a shortfall in another. One full-time equivalent (FTE) is 40 hours per week, unless FTE_HOURS sets another number.',
  '<b>Covered</b>: the share of the required hours that someone covers, each position counted up to what it requires. <b>Surplus</b>: what is assigned beyond that.',
  '<b>Assigned / required</b>: coverage_pct of the API. It counts surplus hours as well, so it can be higher than the share that is covered.',
  '<b>Vacant</b>: no hours assigned. <b>Partial</b>: fewer hours than required. <b>Over-covered</b>: more hours than required.',
  'A person’s hours balance is something else. <b>Deficit</b> means unused hours: the person could work more; <b>surplus</b> means assigned more than the contract hours.',
]
