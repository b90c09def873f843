import fc from 'fast-check'
import { seed } from './ring.ts'

fc.configureGlobal({ seed })
