import { Migration } from '@mikro-orm/migrations'

/** What a log needs that is partitioned by month, which is the owner's choice. */
export class Migration20261123070000Retired extends Migration {
  override up() {
    // The working role cannot reach into this schema: it reads and writes the logs themselves.
    this.addSql(`create schema partitions`)
    this.addSql(`create table trail.retired (
        log text collate "C" not null,
        until timestamptz(3) not null,
        number int not null,
        entries int4multirange not null,
        retired_at timestamptz(3) not null,
        via text collate "C" not null,
        name text collate "C" not null,
        primary key (log, until)
      )`)
    this.addSql(`create trigger retired_append_only before update or delete or truncate on trail.retired
      for each statement execute function refuse_change()`)
  }
}
