import { useLocalStorage } from '@mantine/hooks'
import { tree } from '../../fields/choices.tsx'
import { UnitsSelect } from '../../fields/filters.tsx'
import { say } from '../../language/text.ts'
import { useLive } from '../../live/live.tsx'
import { useViewer } from '../../live/viewer.tsx'
import { useAddress } from '../../parts/address.ts'

/** The units of the address, or else those that this browser remembers for the viewer; none for the whole clinic. */
export function useMyUnits() {
  const { at, all, go } = useAddress()
  const { data: known } = useLive({ ...tree, every: 60_000 })
  const [mine, remember] = useLocalStorage<string[]>({
    key: `my-units ${useViewer().who?.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const given = all('unit')
  const chosen = at('show') === 'clinic' ? [] : given.length ? given : mine
  const isKnown = new Set(known?.map(({ id }) => id))
  return {
    /** A remembered unit may be gone. */
    units: chosen.filter((id) => isKnown.has(id)),
    isLoading: !known && chosen.length > 0,
    /** Those of an address stay there, and are not remembered. */
    choose: (units: string[]) => {
      if (!given.length) remember(units)
      go({ unit: given.length ? units : '', show: '', open: '', position: '', week: '' })
    },
  }
}

/** Chooses the viewer's units, which this browser remembers. */
export function MyUnits() {
  const { units, choose } = useMyUnits()
  return (
    <UnitsSelect
      label={say('My units')}
      description={say('This browser remembers them for you.')}
      none={say('Whole clinic')}
      value={units}
      onChange={choose}
      w="min(28rem, 100%)"
    />
  )
}
