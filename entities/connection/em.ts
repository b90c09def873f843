import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'

export type Orm = MikroORM
export type Em = EntityManager
