import { Grid, List, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type TreeUnit, tree } from '../../../fields/choices.tsx'
import { useText } from '../../../language/text.ts'
import { balanceMeaning } from '../../../language/wording.ts'
import { Follow } from '../../../live/follow.tsx'
import { Empty, Live } from '../../../live/live.tsx'
import { Page, Panel } from '../../../parts/parts.tsx'
import { CoverageTotals, PlanLinks, Scale } from './coverage-parts.tsx'
import { UnitRanking } from './unit-ranking.tsx'
import { UnitTree } from './unit-tree.tsx'

/** Who is short of hours, from the clinic down to its units. */
export function CoveragePage() {
  const t = useText()
  return (
    <Page title={t('Coverage')}>
      <Follow query={tree.name} />
      <Live {...tree} rows={10}>
        {(units) =>
          units.length ? <Clinic units={units} /> : <Empty>{t('There are no org units yet.')}</Empty>
        }
      </Live>
      <Meaning />
    </Page>
  )
}

function Clinic({ units }: { units: TreeUnit[] }) {
  const t = useText()
  return (
    <>
      {units
        .filter(({ depth }) => depth === 0)
        .map((root) => (
          <Panel key={root.id} title={root.name} right={<PlanLinks unit={root.id} />}>
            <CoverageTotals unit={root} />
          </Panel>
        ))}
      <Grid>
        <Grid.Col span={{ base: 12, xl: 6 }}>
          <Panel title={t('Units by hours short')}>
            <Stack gap="xs">
              <Scale />
              <UnitRanking units={units} />
            </Stack>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, xl: 6 }}>
          <Panel title={t('All units, sub-units included')}>
            <UnitTree units={units} />
          </Panel>
        </Grid.Col>
      </Grid>
    </>
  )
}

const strong = (parts: ReactNode[]) => <strong>{parts}</strong>

function Meaning() {
  const t = useText()
  return (
    <Panel title={t('What these terms mean')}>
      <List size="sm" spacing={4}>
        <List.Item>
          {t(
            '<b>Short</b>: weekly hours that positions require and no one covers. Surplus hours in one position do not offset a shortfall in another. One full-time equivalent (FTE) is 40 hours per week.',
            { b: strong },
          )}
        </List.Item>
        <List.Item>
          {t(
            '<b>Covered</b>: the share of the required hours that someone covers, each position counted up to what it requires. <b>Surplus</b>: what is assigned beyond that.',
            { b: strong },
          )}
        </List.Item>
        <List.Item>
          {t(
            '<b>Assigned / required</b>: coverage_pct of the API. It counts surplus hours as well, so it can be higher than the share that is covered.',
            { b: strong },
          )}
        </List.Item>
        <List.Item>
          {t(
            '<b>Vacant</b>: no hours assigned. <b>Partial</b>: fewer hours than required. <b>Over-covered</b>: more hours than required.',
            { b: strong },
          )}
        </List.Item>
        <List.Item>
          {t(
            'A person’s hours balance is something else. <b>Deficit</b> means {deficit}; <b>surplus</b> means {surplus}.',
            { b: strong, deficit: t(balanceMeaning.DEFICIT), surplus: t(balanceMeaning.SURPLUS) },
          )}
        </List.Item>
      </List>
    </Panel>
  )
}
