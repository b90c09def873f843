-- What the database refuses to every role.

-- Logs are append-only for the owner of the tables too. Each partition of a log has this trigger as well: it is made
-- with the partition (entities/logs/partitions.ts).
create or replace function public.refuse_change() returns trigger language plpgsql
as $function$
begin
  raise exception 'The log % is append-only.', tg_table_name;
end $function$;
create or replace trigger application_log_append_only before delete or update or truncate on application_log
  for each statement execute function refuse_change();
create or replace trigger change_log_append_only before delete or update or truncate on change_log
  for each statement execute function refuse_change();
create or replace trigger operator_log_append_only before delete or update or truncate on operator_log
  for each statement execute function refuse_change();
create or replace trigger security_log_append_only before delete or update or truncate on security_log
  for each statement execute function refuse_change();
create or replace trigger tag_change_log_append_only before delete or update or truncate on tag_change_log
  for each statement execute function refuse_change();
create or replace trigger transition_log_append_only before delete or update or truncate on transition_log
  for each statement execute function refuse_change();
create or replace trigger retired_append_only before delete or update or truncate on trail.retired
  for each statement execute function refuse_change();
create or replace trigger seals_append_only before delete or update or truncate on trail.seals
  for each statement execute function refuse_change();

-- The change log finds by its id what a row was before. With another id, a row would be changed past the log.
create or replace function public.refuse_new_id() returns trigger language plpgsql
as $function$
begin
  raise exception 'The rows of % keep their ids.', tg_table_name;
end $function$;

create or replace trigger assignments_keep_ids before update of id on assignments
  for each statement execute function refuse_new_id();
create or replace trigger business_rules_keep_ids before update of id on business_rules
  for each statement execute function refuse_new_id();
create or replace trigger cliffs_keep_ids before update of id on cliffs
  for each statement execute function refuse_new_id();
create or replace trigger employee_dates_keep_ids before update of id on employee_dates
  for each statement execute function refuse_new_id();
create or replace trigger employee_tags_keep_ids before update of id on employee_tags
  for each statement execute function refuse_new_id();
create or replace trigger employees_keep_ids before update of id on employees
  for each statement execute function refuse_new_id();
create or replace trigger machine_tokens_keep_ids before update of id on machine_tokens
  for each statement execute function refuse_new_id();
create or replace trigger org_units_keep_ids before update of id on org_units
  for each statement execute function refuse_new_id();
create or replace trigger position_requirements_keep_ids before update of id on position_requirements
  for each statement execute function refuse_new_id();
create or replace trigger position_tags_keep_ids before update of id on position_tags
  for each statement execute function refuse_new_id();
create or replace trigger positions_keep_ids before update of id on positions
  for each statement execute function refuse_new_id();
create or replace trigger tags_keep_ids before update of id on tags
  for each statement execute function refuse_new_id();
create or replace trigger users_keep_ids before update of id on users
  for each statement execute function refuse_new_id();
create or replace trigger webhook_endpoints_keep_ids before update of id on webhook_endpoints
  for each statement execute function refuse_new_id();
