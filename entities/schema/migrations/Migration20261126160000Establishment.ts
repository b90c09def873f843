import { Migration } from '@mikro-orm/migrations'

/** The hours of each org unit night by night, and the cliffs that are near. */
export class Migration20261126160000Establishment extends Migration {
  override up() {
    this.addSql(`create table "coverage_nights" (
        "day" date not null,
        "begun_at" timestamptz(3) not null,
        "finished_at" timestamptz(3) null,
        "problem" text null,
        primary key ("day")
      )`)
    this.addSql(`create table "coverage_history" (
        "org_unit_id" uuid not null,
        "day" date not null,
        "required_hours" numeric(12,2) not null,
        "booked_hours" numeric(12,2) not null,
        "secure_hours" numeric(12,2) not null,
        "required_in_4" numeric(12,2) not null,
        "secure_in_4" numeric(12,2) not null,
        "required_in_8" numeric(12,2) not null,
        "secure_in_8" numeric(12,2) not null,
        "required_in_12" numeric(12,2) not null,
        "secure_in_12" numeric(12,2) not null,
        primary key ("org_unit_id", "day")
      )`)
    this.addSql(`create index "coverage_history_by_day" on "coverage_history" (day)`)
    this.addSql(`create table "cliffs" (
        "id" uuid not null,
        "employee_id" uuid not null,
        "employee_tag_id" uuid null,
        "org_unit_id" uuid not null,
        "cause" text collate "und-x-icu" not null,
        "date" date not null,
        "week" varchar(8) not null,
        "hours" numeric(6,2) not null,
        "created_at" timestamptz(3) not null,
        primary key ("id"),
        constraint "cliffs_cause_check" check ("cause" in ('CONTRACT_ENDS', 'CERTIFICATE_ENDS', 'REDUCTION_BEGINS', 'OTHER'))
      )`)
    this.addSql(`alter table "cliffs" add constraint "cliffs_of_week" unique ("employee_id", "week")`)
    this.addSql(`create index "cliffs_of_employee_tag" on "cliffs" ("employee_tag_id")`)
    this.addSql(`create index "cliffs_of_org_unit" on "cliffs" ("org_unit_id")`)
    for (const [column, table] of [
      ['employee_id', 'employees'],
      ['employee_tag_id', 'employee_tags'],
      ['org_unit_id', 'org_units'],
    ])
      this.addSql(`alter table "cliffs" add constraint "cliffs_${column}_foreign"
        foreign key ("${column}") references "${table}" ("id") on delete cascade`)
  }
}
