import { Migration } from '@mikro-orm/migrations'

/** Lets the operators' log name plans that were applied. */
export class Migration20261125040000AppliedPlans extends Migration {
  override up() {
    this.addSql(`alter table "operator_log" drop constraint "operator_log_action_check"`)
    this.addSql(
      `alter table "operator_log" add constraint "operator_log_action_check" check ("action" in ('throttles.reset_key', 'throttles.set_limit', 'throttles.block', 'throttles.lift', 'users.create', 'users.set_role', 'users.set_flags', 'users.set_password', 'users.deactivate', 'users.reactivate', 'users.end_session', 'users.end_sessions', 'rules.update', 'rules.set_clinic_cap', 'units.set_management', 'planning.apply', 'system.run_sweep'))`,
    )
  }
}
