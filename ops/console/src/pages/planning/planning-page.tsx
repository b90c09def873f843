import type { ReactNode } from 'react'
import { Page } from '../../parts/parts.tsx'
import styles from './planning.module.css'

/** A page about planning, whose buttons keep their width. */
export const PlanningPage = (page: { title: string; right?: ReactNode; children: ReactNode }) => (
  <div className={styles.buttons}>
    <Page {...page} />
  </div>
)

/** Part of another page, with such buttons. */
export const PlanningPart = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
)
