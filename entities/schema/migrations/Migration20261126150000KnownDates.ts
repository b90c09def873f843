import { Migration } from '@mikro-orm/migrations'

/** When people are expected, and what positions require from a date on. */
export class Migration20261126150000KnownDates extends Migration {
  override up() {
    this.addSql(`create table "employee_dates" (
        "id" uuid not null,
        "expected_return_date" date null,
        "expected_start_date" date null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(
      `alter table "employee_dates" add constraint "employee_dates_id_foreign" foreign key ("id") references "employees" ("id")`,
    )
    this.addSql(`create table "position_requirements" (
        "id" uuid not null,
        "position_id" uuid not null,
        "from_date" date not null,
        "required_weekly_hours" numeric(6,2) null,
        "created_at" timestamptz(3) not null,
        primary key ("id"),
        constraint "position_requirements_hours" check (required_weekly_hours >= 0)
      )`)
    this.addSql(`alter table "position_requirements"
      add constraint "position_requirements_from_unique" unique ("position_id", "from_date"),
      add constraint "position_requirements_position_id_foreign" foreign key ("position_id") references "positions" ("id")`)
  }
}
