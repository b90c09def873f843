import type { DomainCode, DomainError } from '../../src/errors.ts'

// What the service and the planner's thread send each other, one task after the other.

export type Asked = { task: string; snapshot: readonly string[]; input: unknown }

export type Answered =
  | { answer: unknown }
  | { refused: { code: DomainCode; body: DomainError['body'] } }
  | { failed: { message: string; stack: string | undefined } }
