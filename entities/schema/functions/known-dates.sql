-- An expected return is for one leave, an expected start for one hiring: the next begins without a date. A proposal only
-- interrupts them.
create or replace function public.forget_expected_dates() returns trigger language plpgsql
as $function$
begin
  if new.status in ('ON_LEAVE', 'ONBOARDING') and old.status not in (new.status, 'PROPOSAL_PENDING') then
    delete from public.employee_dates where id = new.id;
  end if;
  return null;
end $function$;
create or replace trigger employees_forget_dates after update of status on employees
  for each row execute function forget_expected_dates();
