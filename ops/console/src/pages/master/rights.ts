import { useViewer } from '../../live/viewer.tsx'

/** Why the viewer may not change master data; undefined if they may. */
export const useWhyNot = () => useViewer().readOnly
