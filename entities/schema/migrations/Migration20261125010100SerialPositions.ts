import { Migration } from '@mikro-orm/migrations'

/** Positions are added up by one process: starting more of them costs more than it saves. */
export class Migration20261125010100SerialPositions extends Migration {
  override up() {
    this.addSql(`alter table "positions" set (parallel_workers = 0)`)
  }
}
