import type { ReactNode } from 'react'
import { Page } from '../parts.tsx'
import styles from './planning.module.css'

/** A page about planning; everything on it is large enough for a finger. */
export const PlanningPage = (page: { title: string; right?: ReactNode; children: ReactNode }) => (
  <div className={styles.targets}>
    <Page {...page} />
  </div>
)

/** Part of another page, with targets of the same size. */
export const PlanningPart = ({ children }: { children: ReactNode }) => (
  <div className={styles.targets}>{children}</div>
)
