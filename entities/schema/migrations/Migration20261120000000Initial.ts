import { Migration } from '@mikro-orm/migrations'

export class Migration20261120000000Initial extends Migration {
  override up() {
    this.addSql(`create extension if not exists pg_trgm`)

    this.addSql(`create table "business_rules" (
        "id" uuid not null,
        "code" text collate "und-x-icu" not null,
        "name" varchar(200) collate "und-x-icu" not null,
        "severity" text collate "und-x-icu" not null,
        "threshold" numeric(10,2) null,
        "enabled" boolean not null default true,
        "description" varchar(2000) collate "und-x-icu" not null default '',
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`alter table "business_rules" add constraint "business_rules_code_unique" unique ("code")`)
    this.addSql(
      `alter table "business_rules" add constraint "business_rules_code_check" check ("code" in ('MAX_WEEKLY_HOURS', 'DUPLICATE_ASSIGNMENT', 'EMPLOYEE_TERMINATED', 'TAG_REQUIREMENT_MISMATCH', 'MAX_CONSECUTIVE_SHIFTS', 'COVERAGE_EXCEEDED', 'CONTRACT_NEAR_EXPIRY'))`,
    )
    this.addSql(
      `alter table "business_rules" add constraint "business_rules_severity_check" check ("severity" in ('BLOCKING', 'WARNING', 'INFO'))`,
    )
    this.addSql(`create table "employees" (
        "id" uuid not null,
        "employee_number" varchar(50) collate "und-x-icu" not null,
        "first_name" varchar(150) collate "und-x-icu" not null,
        "last_name" varchar(150) collate "und-x-icu" not null,
        "email" varchar(254) collate "und-x-icu" not null,
        "document_number" varchar(50) collate "und-x-icu" not null default '',
        "date_of_birth" date null,
        "hire_date" date null,
        "termination_date" date null,
        "leave_started_at" timestamptz(3) null,
        "photo" varchar(500) collate "und-x-icu" null,
        "status" text collate "und-x-icu" not null default 'ONBOARDING',
        "proposal_type" text collate "und-x-icu" null,
        "proposal_notes" varchar(2000) null,
        "proposal_expires_at" timestamptz(3) null,
        "previous_status" text collate "und-x-icu" null,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "employees_by_last_name" on "employees" (last_name, first_name, id)`)
    this.addSql(`create index "employees_by_first_name" on "employees" (first_name, id)`)
    this.addSql(`create index "employees_by_employee_number" on "employees" (employee_number, id)`)
    this.addSql(`create index "employees_by_email" on "employees" (email, id)`)
    this.addSql(`create index "employees_by_document_number" on "employees" (document_number, id)`)
    this.addSql(`create index "employees_by_status" on "employees" (status, last_name, first_name, id)`)
    this.addSql(`create index "employees_by_date_of_birth" on "employees" (date_of_birth, id)`)
    this.addSql(`create index "employees_by_hire_date" on "employees" (hire_date, id)`)
    this.addSql(`create index "employees_by_termination_date" on "employees" (termination_date, id)`)
    this.addSql(`create index "employees_by_leave_started_at" on "employees" (leave_started_at, id)`)
    this.addSql(`create index "employees_by_photo" on "employees" (photo, id)`)
    this.addSql(`create index "employees_by_created_at" on "employees" (created_at, id)`)
    this.addSql(`create index "employees_by_updated_at" on "employees" (updated_at, id)`)
    this.addSql(
      `create index "employees_search" on "employees" using gin ((lower((first_name || ' ' || last_name || E'\\n' || last_name || ', ' || first_name || E'\\n' || employee_number) collate "und-x-icu")) gin_trgm_ops)`,
    )
    this.addSql(`create index "employees_email_lower" on "employees" (lower(email))`)
    this.addSql(
      `create index "employees_proposal_expiry" on "employees" (proposal_expires_at) where status = 'PROPOSAL_PENDING'`,
    )
    this.addSql(
      `alter table "employees" add constraint "employees_employee_number_unique" unique ("employee_number")`,
    )
    this.addSql(
      `alter table "employees" add constraint "employees_proposal_while_pending" check ((status = 'PROPOSAL_PENDING') = (proposal_type is not null and proposal_notes is not null and proposal_expires_at is not null and previous_status is not null))`,
    )
    this.addSql(
      `alter table "employees" add constraint "employees_status_check" check ("status" in ('ONBOARDING', 'ACTIVE', 'PROPOSAL_PENDING', 'ON_LEAVE', 'DEACTIVATED', 'TERMINATED'))`,
    )
    this.addSql(
      `alter table "employees" add constraint "employees_proposal_type_check" check ("proposal_type" in ('ASSIGNMENT', 'TRANSFER'))`,
    )
    this.addSql(
      `alter table "employees" add constraint "employees_previous_status_check" check ("previous_status" in ('ONBOARDING', 'ACTIVE', 'PROPOSAL_PENDING', 'ON_LEAVE', 'DEACTIVATED', 'TERMINATED'))`,
    )
    this.addSql(`create table "org_units" (
        "id" uuid not null,
        "parent_id" uuid null,
        "unit_type" text collate "und-x-icu" not null,
        "code" varchar(50) collate "und-x-icu" not null,
        "name" varchar(200) collate "und-x-icu" not null,
        "short_name" varchar(50) collate "und-x-icu" not null default '',
        "is_active" boolean not null default true,
        "is_management" boolean not null default false,
        "sort_order" int not null default 0,
        "max_weekly_hours" numeric(5,2) null,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "org_units_by_sort_order" on "org_units" (sort_order, code, id)`)
    this.addSql(`create index "org_units_by_parent_id" on "org_units" (parent_id, sort_order, code, id)`)
    this.addSql(`create index "org_units_by_unit_type" on "org_units" (unit_type, sort_order, code, id)`)
    this.addSql(`create index "org_units_by_code" on "org_units" (code, id)`)
    this.addSql(`create index "org_units_by_name" on "org_units" (name, id)`)
    this.addSql(`create index "org_units_by_short_name" on "org_units" (short_name, id)`)
    this.addSql(`create index "org_units_by_is_active" on "org_units" (is_active, sort_order, code, id)`)
    this.addSql(
      `create index "org_units_by_is_management" on "org_units" (is_management, sort_order, code, id)`,
    )
    this.addSql(`create index "org_units_by_max_weekly_hours" on "org_units" (max_weekly_hours, id)`)
    this.addSql(`create index "org_units_by_created_at" on "org_units" (created_at, id)`)
    this.addSql(`create index "org_units_by_updated_at" on "org_units" (updated_at, id)`)
    this.addSql(
      `create index "org_units_search" on "org_units" using gin ((lower((name || E'\\n' || code) collate "und-x-icu")) gin_trgm_ops)`,
    )
    this.addSql(`alter table "org_units" add constraint "org_units_code_unique" unique ("code")`)
    this.addSql(
      `create unique index "org_units_one_clinic" on "org_units" ("unit_type") where "unit_type" = 'CLINIC'`,
    )
    this.addSql(
      `alter table "org_units" add constraint "org_units_root_is_clinic" check ((parent_id is null) = (unit_type = 'CLINIC'))`,
    )
    this.addSql(
      `alter table "org_units" add constraint "org_units_max_weekly_hours" check (max_weekly_hours is null or (unit_type = 'CLINIC' and max_weekly_hours > 0 and max_weekly_hours <= 168))`,
    )
    this.addSql(
      `alter table "org_units" add constraint "org_units_unit_type_check" check ("unit_type" in ('CLINIC', 'DEPARTMENT', 'SERVICE', 'UNIT'))`,
    )
    this.addSql(`create table "positions" (
        "id" uuid not null,
        "org_unit_id" uuid not null,
        "title" varchar(200) collate "und-x-icu" not null,
        "required_weekly_hours" numeric(6,2) not null,
        "is_active" boolean not null default true,
        "notes" varchar(2000) collate "und-x-icu" not null default '',
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "positions_by_title" on "positions" (title, id)`)
    this.addSql(`create index "positions_by_org_unit_id" on "positions" (org_unit_id, title, id)`)
    this.addSql(
      `create index "positions_by_required_weekly_hours" on "positions" (required_weekly_hours, id)`,
    )
    this.addSql(`create index "positions_by_is_active" on "positions" (is_active, title, id)`)
    this.addSql(`create index "positions_by_notes" on "positions" (left(notes, 100), id)`)
    this.addSql(`create index "positions_by_created_at" on "positions" (created_at, id)`)
    this.addSql(`create index "positions_by_updated_at" on "positions" (updated_at, id)`)
    this.addSql(
      `create index "positions_search" on "positions" using gin ((lower((title) collate "und-x-icu")) gin_trgm_ops)`,
    )
    this.addSql(
      `alter table "positions" add constraint "positions_required_weekly_hours" check (required_weekly_hours > 0)`,
    )
    this.addSql(`create table "assignments" (
        "id" uuid not null,
        "employee_id" uuid not null,
        "position_id" uuid not null,
        "effective_hours" numeric(6,2) not null,
        "is_reinforcement" boolean not null default false,
        "status" text collate "und-x-icu" not null default 'ACTIVE',
        "effective_date" date null,
        "end_date" date null,
        "end_reason" text collate "und-x-icu" not null default '',
        "suspended_at" timestamptz(3) null,
        "notes" varchar(2000) collate "und-x-icu" not null default '',
        "metadata" jsonb not null,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "assignments_by_created_at" on "assignments" (created_at, id)`)
    this.addSql(`create index "assignments_by_employee" on "assignments" (employee_id, created_at, id)`)
    this.addSql(`create index "assignments_by_position_id" on "assignments" (position_id, created_at, id)`)
    this.addSql(`create index "assignments_by_effective_hours" on "assignments" (effective_hours, id)`)
    this.addSql(
      `create index "assignments_by_is_reinforcement" on "assignments" (is_reinforcement, created_at, id)`,
    )
    this.addSql(`create index "assignments_by_status" on "assignments" (status, created_at, id)`)
    this.addSql(`create index "assignments_by_effective_date" on "assignments" (effective_date, id)`)
    this.addSql(`create index "assignments_by_end_date" on "assignments" (end_date, id)`)
    this.addSql(`create index "assignments_by_end_reason" on "assignments" (end_reason, created_at, id)`)
    this.addSql(`create index "assignments_by_suspended_at" on "assignments" (suspended_at, id)`)
    this.addSql(`create index "assignments_by_notes" on "assignments" (left(notes, 100), id)`)
    this.addSql(`create index "assignments_by_updated_at" on "assignments" (updated_at, id)`)
    this.addSql(
      `create index "assignments_active_by_position" on "assignments" (position_id) include (effective_hours, employee_id) where status = 'ACTIVE'`,
    )
    this.addSql(
      `create index "assignments_active_by_employee" on "assignments" (employee_id) include (effective_hours) where status = 'ACTIVE'`,
    )
    this.addSql(
      `create unique index "assignments_active_pair" on "assignments" ("employee_id", "position_id") where "status" = 'ACTIVE'`,
    )
    this.addSql(
      `alter table "assignments" add constraint "assignments_effective_hours" check (effective_hours > 0 and effective_hours <= 168)`,
    )
    this.addSql(
      `alter table "assignments" add constraint "assignments_status_check" check ("status" in ('ACTIVE', 'SUSPENDED', 'ENDED'))`,
    )
    this.addSql(
      `alter table "assignments" add constraint "assignments_end_reason_check" check ("end_reason" in ('', 'RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'))`,
    )
    this.addSql(`create table "revocations" (
        "key" varchar(100) not null,
        "created_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        primary key ("key")
      )`)
    this.addSql(`create index "revocations_expires_at" on "revocations" ("expires_at")`)
    this.addSql(`create table "tags" (
        "id" uuid not null,
        "name" varchar(15) collate "und-x-icu" not null,
        "display_name" varchar(200) collate "und-x-icu" not null,
        "category" text collate "und-x-icu" not null,
        "hours_delta" numeric(6,2) not null,
        "description" varchar(2000) collate "und-x-icu" not null default '',
        "is_active" boolean not null default true,
        "deleted_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "tags_by_name" on "tags" (name, id)`)
    this.addSql(`create index "tags_by_display_name" on "tags" (display_name, id)`)
    this.addSql(`create index "tags_by_category" on "tags" (category, name, id)`)
    this.addSql(`create index "tags_by_hours_delta" on "tags" (hours_delta, id)`)
    this.addSql(`create index "tags_by_description" on "tags" (left(description, 100), id)`)
    this.addSql(`create index "tags_by_is_active" on "tags" (is_active, name, id)`)
    this.addSql(`create index "tags_by_created_at" on "tags" (created_at, id)`)
    this.addSql(`create index "tags_by_updated_at" on "tags" (updated_at, id)`)
    this.addSql(
      `create index "tags_search" on "tags" using gin ((lower((name) collate "und-x-icu")) gin_trgm_ops)`,
    )
    this.addSql(`create unique index "tags_name_unique" on "tags" ("name") where "deleted_at" is null`)
    this.addSql(
      `alter table "tags" add constraint "tags_category_check" check ("category" in ('CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION'))`,
    )
    this.addSql(`create table "position_tags" (
        "id" uuid not null,
        "position_id" uuid not null,
        "tag_id" uuid not null,
        "is_mandatory" boolean not null default true,
        "created_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "position_tags_by_created_at" on "position_tags" (created_at, id)`)
    this.addSql(`create index "position_tags_by_position" on "position_tags" (position_id, created_at, id)`)
    this.addSql(`create index "position_tags_by_tag" on "position_tags" (tag_id, created_at, id)`)
    this.addSql(
      `create index "position_tags_by_is_mandatory" on "position_tags" (is_mandatory, created_at, id)`,
    )
    this.addSql(
      `alter table "position_tags" add constraint "position_tags_pair_unique" unique ("position_id", "tag_id")`,
    )
    this.addSql(`create table "employee_tags" (
        "id" uuid not null,
        "employee_id" uuid not null,
        "tag_id" uuid not null,
        "start_date" date not null,
        "end_date" date null,
        "status" text collate "und-x-icu" not null default 'ACTIVE',
        "created_at" timestamptz(3) not null,
        "updated_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "employee_tags_by_created_at" on "employee_tags" (created_at, id)`)
    this.addSql(`create index "employee_tags_by_employee" on "employee_tags" (employee_id, created_at, id)`)
    this.addSql(`create index "employee_tags_by_tag" on "employee_tags" (tag_id, created_at, id)`)
    this.addSql(`create index "employee_tags_by_start_date" on "employee_tags" (start_date, id)`)
    this.addSql(`create index "employee_tags_by_end_date" on "employee_tags" (end_date, id)`)
    this.addSql(`create index "employee_tags_by_status" on "employee_tags" (status, created_at, id)`)
    this.addSql(
      `create index "employee_tags_held" on "employee_tags" (employee_id, tag_id) include (start_date, end_date) where status = 'ACTIVE'`,
    )
    this.addSql(`create index "employee_tags_ending" on "employee_tags" (end_date) where status = 'ACTIVE'`)
    this.addSql(
      `alter table "employee_tags" add constraint "employee_tags_dates" check (end_date >= start_date)`,
    )
    this.addSql(
      `alter table "employee_tags" add constraint "employee_tags_status_check" check ("status" in ('ACTIVE', 'EXPIRED', 'REVOKED'))`,
    )
    this.addSql(`create table "users" (
        "id" uuid not null,
        "email" varchar(254) collate "und-x-icu" not null,
        "password_hash" text null,
        "given_name" varchar(150) collate "und-x-icu" not null default '',
        "family_name" varchar(150) collate "und-x-icu" not null default '',
        "role" text collate "und-x-icu" not null,
        "email_verified" boolean not null default false,
        "is_staff" boolean not null default false,
        "is_superuser" boolean not null default false,
        "is_active" boolean not null default true,
        "session_epoch" int not null default 0,
        "date_joined" timestamptz(3) not null,
        "last_login" timestamptz(3) null,
        primary key ("id")
      )`)
    this.addSql(
      `create index "users_search" on "users" using gin ((lower((given_name || ' ' || family_name || E'\\n' || family_name || ', ' || given_name) collate "und-x-icu")) gin_trgm_ops)`,
    )
    this.addSql(`create unique index "users_email_unique" on "users" (lower(email))`)
    this.addSql(
      `alter table "users" add constraint "users_role_check" check ("role" in ('ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE'))`,
    )
    this.addSql(`create table "transition_log" (
        "id" int generated always as identity not null primary key,
        "employee_id" uuid not null,
        "assignment_id" uuid null,
        "from_status" varchar(20) collate "und-x-icu" not null,
        "to_status" varchar(20) collate "und-x-icu" not null,
        "transition" varchar(30) collate "und-x-icu" not null,
        "actor_id" uuid null,
        "reason" varchar(2000) collate "und-x-icu" not null,
        "metadata" jsonb not null,
        "created_at" timestamptz(3) not null
      )`)
    this.addSql(`create index "transition_log_by_created_at" on "transition_log" (created_at, id)`)
    this.addSql(`create index "transition_log_by_employee" on "transition_log" (employee_id, created_at, id)`)
    this.addSql(`create index "transition_log_by_actor" on "transition_log" (actor_id, created_at, id)`)
    this.addSql(
      `create index "transition_log_by_transition" on "transition_log" (transition, created_at, id)`,
    )
    this.addSql(
      `create index "transition_log_by_from_status" on "transition_log" (from_status, created_at, id)`,
    )
    this.addSql(`create index "transition_log_by_to_status" on "transition_log" (to_status, created_at, id)`)
    this.addSql(`create index "transition_log_by_reason" on "transition_log" (left(reason, 100), id)`)
    this.addSql(
      `create index "transition_log_of_assignment" on "transition_log" (assignment_id, created_at, id) where assignment_id is not null`,
    )
    this.addSql(`create table "tag_change_log" (
        "id" int generated always as identity not null primary key,
        "employee_id" uuid not null,
        "tag_id" uuid not null,
        "action" text collate "und-x-icu" not null,
        "actor_id" uuid null,
        "reason" varchar(2000) collate "und-x-icu" not null,
        "created_at" timestamptz(3) not null
      )`)
    this.addSql(`create index "tag_change_log_by_created_at" on "tag_change_log" (created_at, id)`)
    this.addSql(`create index "tag_change_log_by_employee" on "tag_change_log" (employee_id, created_at, id)`)
    this.addSql(`create index "tag_change_log_by_tag" on "tag_change_log" (tag_id, created_at, id)`)
    this.addSql(`create index "tag_change_log_by_action" on "tag_change_log" (action, created_at, id)`)
    this.addSql(`create index "tag_change_log_by_actor" on "tag_change_log" (actor_id, created_at, id)`)
    this.addSql(`create index "tag_change_log_by_reason" on "tag_change_log" (left(reason, 100), id)`)
    this.addSql(
      `alter table "tag_change_log" add constraint "tag_change_log_action_check" check ("action" in ('ASSIGNED', 'REMOVED', 'REVOKED', 'EXPIRED', 'MODIFIED'))`,
    )
    this.addSql(
      `alter table "org_units" add constraint "org_units_parent_id_foreign" foreign key ("parent_id") references "org_units" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "positions" add constraint "positions_org_unit_id_foreign" foreign key ("org_unit_id") references "org_units" ("id")`,
    )
    this.addSql(
      `alter table "assignments" add constraint "assignments_employee_id_foreign" foreign key ("employee_id") references "employees" ("id")`,
    )
    this.addSql(
      `alter table "assignments" add constraint "assignments_position_id_foreign" foreign key ("position_id") references "positions" ("id")`,
    )
    this.addSql(
      `alter table "position_tags" add constraint "position_tags_position_id_foreign" foreign key ("position_id") references "positions" ("id")`,
    )
    this.addSql(
      `alter table "position_tags" add constraint "position_tags_tag_id_foreign" foreign key ("tag_id") references "tags" ("id")`,
    )
    this.addSql(
      `alter table "employee_tags" add constraint "employee_tags_employee_id_foreign" foreign key ("employee_id") references "employees" ("id")`,
    )
    this.addSql(
      `alter table "employee_tags" add constraint "employee_tags_tag_id_foreign" foreign key ("tag_id") references "tags" ("id")`,
    )
    this.addSql(
      `alter table "transition_log" add constraint "transition_log_employee_id_foreign" foreign key ("employee_id") references "employees" ("id")`,
    )
    this.addSql(
      `alter table "transition_log" add constraint "transition_log_assignment_id_foreign" foreign key ("assignment_id") references "assignments" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "transition_log" add constraint "transition_log_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "tag_change_log" add constraint "tag_change_log_employee_id_foreign" foreign key ("employee_id") references "employees" ("id")`,
    )
    this.addSql(
      `alter table "tag_change_log" add constraint "tag_change_log_tag_id_foreign" foreign key ("tag_id") references "tags" ("id")`,
    )
    this.addSql(
      `alter table "tag_change_log" add constraint "tag_change_log_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete no action`,
    )

    this.addSql(`create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The log % is append-only.', tg_table_name;
      end $$`)
    for (const log of ['transition_log', 'tag_change_log'])
      this.addSql(`create trigger ${log}_append_only before update or delete or truncate on "${log}"
        for each statement execute function refuse_change()`)

    this.addSql(`insert into business_rules (id, code, name, severity, threshold, description, created_at, updated_at)
      select gen_random_uuid(), rule.*, now(), now() from (values
        ('MAX_WEEKLY_HOURS', 'Maximum weekly hours', 'BLOCKING', 60.00, 'The employee''s active hours plus the requested hours exceed the cap.'),
        ('DUPLICATE_ASSIGNMENT', 'Duplicate assignment', 'BLOCKING', null, 'An active assignment already exists for the employee and the position.'),
        ('EMPLOYEE_TERMINATED', 'Employee terminated', 'BLOCKING', null, 'The employee is TERMINATED.'),
        ('TAG_REQUIREMENT_MISMATCH', 'Tag requirement mismatch', 'BLOCKING', null, 'The employee lacks tags that the position requires.'),
        ('MAX_CONSECUTIVE_SHIFTS', 'Maximum consecutive shifts', 'WARNING', null, 'The employee is approaching the limit of consecutive working days.'),
        ('COVERAGE_EXCEEDED', 'Coverage exceeded', 'WARNING', null, 'The position would become OVER_COVERED.'),
        ('CONTRACT_NEAR_EXPIRY', 'Contract near expiry', 'INFO', 30.00, 'The employee''s contract expires within the threshold of days.')
      ) as rule (code, name, severity, threshold, description)`)
  }
}
