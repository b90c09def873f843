import type { ReactNode } from 'react'

/** A sentence of the service, which says everything in English. */
export const Said = ({ children }: { children: ReactNode }) => <span lang="en">{children}</span>
