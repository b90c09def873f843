import {
  type Act,
  assigns,
  changesHours,
  ends,
  extendsTag,
  grants,
  hires,
  moves,
  proposesAssignment,
  proposesTransfer,
  reinforces,
  resumes,
  revokes,
  suspends,
} from './acts.ts'
import type { DemoUserName } from './users.ts'

/**
 * One step of the clinic's life. Days count from the Monday of this week, times are UTC; `by` is a demo user, or an
 * employee in person.
 */
export type Step = readonly [day: number, time: string, by: DemoUserName | `SA-${string}`, act: Act]

/** The first day of the demo, eight weeks before this week: the clinic is imported on its morning. */
export const firstDay = -56

/** Eight weeks of a clinic's life, in order. */
export const history: readonly Step[] = [
  [-50, '09:05', 'supervisor', ends('SA-0104', 'Day hospital physician', ['TERMINATED'])],
  [-50, '09:06', 'supervisor', ends('SA-0104', 'Ward physician', ['TERMINATED'])],
  [-50, '09:30', 'admin', moves('SA-0104', 'terminate', 'The temporary contract ended')],
  [-48, '08:40', 'admin', moves('SA-0283', 'activate', 'Papers complete')],
  [-48, '08:55', 'supervisor', assigns('SA-0283', ['AUR-EMC-EMR-TRE', 'Emergency nurse'], '40.00')],
  [-46, '08:35', 'admin', moves('SA-0287', 'activate', 'Papers complete')],
  [-46, '08:50', 'supervisor', assigns('SA-0287', ['AUR-MED-CAR-WARD', 'Nurse, day'], '30.00')],
  [-45, '11:20', 'manager', proposesTransfer('SA-0225', 'From Ward 2B to Ward 2A, nights', 14)],
  [-43, '19:45', 'employee', moves('SA-0225', 'accept_proposal', 'Gladly')],
  [-41, '08:30', 'admin', moves('SA-0290', 'activate', 'Papers complete')],
  [-41, '08:45', 'supervisor', assigns('SA-0290', ['AUR-SUR-WRD-3B', 'Nurse, day'], '20.00')],

  [-38, '10:00', 'SA-0216', moves('SA-0216', 'go_on_leave', 'Parental leave')],
  [-38, '10:15', 'supervisor', suspends('SA-0216', 'Intensive care nurse, day', 'Parental leave')],
  [-36, '12:00', 'manager', proposesAssignment('SA-0139', 'Reinforce the ward over the winter', 10)],
  [-34, '09:10', 'SA-0274', moves('SA-0274', 'go_on_leave', 'Operation')],
  [-34, '09:40', 'supervisor', suspends('SA-0274', 'Nurse, day', 'Sick leave')],
  [-33, '16:30', 'SA-0139', moves('SA-0139', 'accept_proposal')],
  [-33, '17:05', 'supervisor', reinforces('SA-0139', ['AUR-MED-CAR-WARD', 'Cardiologist'], '16.00')],
  [-32, '08:20', 'supervisor', ends('SA-0278', 'Emergency nurse', ['TRANSFER', 'Full hours on Ward 3B'])],
  [-32, '08:25', 'supervisor', changesHours('SA-0278', 'Nurse, day', '20.00')],
  [-31, '13:00', 'manager', grants('SA-0117', 'ALS-Course', 700)],

  [-30, '10:30', 'manager', proposesAssignment('SA-0350', 'Nights in Imaging')],
  [-29, '07:50', 'SA-0350', moves('SA-0350', 'accept_proposal')],
  [-29, '09:00', 'supervisor', assigns('SA-0350', ['AUR-DIA-RAD-RAD', 'Radiographer, night'], '32.00')],
  [-29, '09:20', 'supervisor', suspends('SA-0311', 'Emergency care assistant', 'Course')],
  [-28, '11:00', 'manager', proposesTransfer('SA-0155', 'Night duty in Anaesthesia')],
  [-28, '12:10', 'supervisor', ends('SA-0221', 'Infusion nurse', ['OTHER', 'Retirement'])],
  [-28, '12:30', 'admin', moves('SA-0221', 'terminate', 'Retired')],
  [-27, '08:15', 'SA-0299', moves('SA-0299', 'go_on_leave', 'Annual leave')],
  [-26, '14:00', 'manager', revokes('SA-0277', 'NightDuty', 'Advice of occupational health')],
  [-26, '18:20', 'SA-0155', moves('SA-0155', 'reject_proposal', 'Not fit for nights')],
  [-25, '09:00', 'admin', moves('SA-0323', 'deactivate', 'Registration under review')],
  [
    -25,
    '10:00',
    'admin',
    hires(
      {
        employee_number: 'SA-0375',
        first_name: 'Zoë',
        last_name: 'Vandenbroucke',
        email: 'zoe.vandenbroucke@aurelia.example',
      },
      ['PartTime', 'Clerk'],
    ),
  ],
  [-24, '09:30', 'admin', moves('SA-0375', 'activate', 'Papers complete')],
  [-24, '09:45', 'supervisor', assigns('SA-0375', ['AUR-MGT-ADM', 'Admissions clerk, weekend'], '30.00')],
  [-24, '15:00', 'manager', proposesAssignment('SA-0344', 'Nights in the laboratory', 3)],
  [-24, '16:00', 'supervisor', ends('SA-0311', 'Emergency care assistant', ['POSITION_CLOSED'])],

  [-22, '09:00', 'supervisor', ends('SA-0229', 'Intensive care nurse, day', ['RESIGNATION'])],
  [-22, '09:01', 'supervisor', ends('SA-0229', 'Nurse, day', ['RESIGNATION'])],
  [-22, '09:20', 'admin', moves('SA-0229', 'terminate', 'Resigned')],
  [-21, '09:00', 'supervisor', ends('SA-0118', 'Ward physician', ['RESIGNATION'])],
  [-21, '09:20', 'admin', moves('SA-0118', 'terminate', 'Resigned')],
  [-20, '08:05', 'SA-0356', moves('SA-0356', 'go_on_leave', 'Parental leave')],
  [-20, '08:30', 'supervisor', suspends('SA-0356', 'Porter', 'Parental leave')],
  [-19, '12:00', 'manager', grants('SA-0267', 'ParentalHours', 180)],
  [-19, '13:00', 'manager', proposesAssignment('SA-0102', 'Quality manager, half of the week')],
  [-18, '10:00', 'admin', moves('SA-0323', 'reactivate', 'Registration confirmed')],
  [-18, '11:00', 'manager', extendsTag('SA-0123', 'ALS-Course', 710)],
  [-17, '17:00', 'superuser', moves('SA-0102', 'force_accept_proposal', 'Agreed by telephone')],
  [-17, '17:15', 'supervisor', assigns('SA-0102', ['AUR-MGT-DIR', 'Quality manager'], '20.00')],

  [-16, '07:30', 'SA-0127', moves('SA-0127', 'go_on_leave', 'Notice period')],
  [-15, '09:00', 'admin', moves('SA-0104', 'rehire', 'New contract from this month')],
  [-15, '10:00', 'manager', proposesTransfer('SA-0328', 'From Ward 3A to Ward 3B')],
  [-14, '10:00', 'manager', moves('SA-0328', 'cancel_proposal', 'The ward found someone')],
  [-13, '09:00', 'admin', moves('SA-0104', 'activate', 'Papers complete')],
  [-13, '09:15', 'supervisor', assigns('SA-0104', ['AUR-MED-INT-DAY', 'Day hospital physician'], '10.00')],
  [-13, '09:30', 'SA-0274', moves('SA-0274', 'return_from_leave', 'Fit again, at half the hours')],
  [-13, '09:45', 'manager', grants('SA-0274', 'PhasedReturn', 13)],
  [-13, '10:00', 'supervisor', resumes('SA-0274', 'Nurse, day', 'Back at work')],
  [-12, '14:00', 'SA-0231', moves('SA-0231', 'go_on_leave', 'Annual leave')],
  [-12, '15:00', 'manager', revokes('SA-0364', 'StudyLeave', 'Exams passed early')],
  [-11, '11:00', 'admin', moves('SA-0334', 'deactivate', 'Registration under review')],
  [-10, '08:40', 'supervisor', suspends('SA-0255', 'Nurse, day', 'Registration lapsed')],
  [-10, '09:00', 'admin', moves('SA-0255', 'deactivate', 'Registration lapsed')],
  [-10, '12:00', 'manager', extendsTag('SA-0160', 'ALS-Course', 720)],
  [-9, '08:00', 'SA-0347', moves('SA-0347', 'go_on_leave', 'Care of a relative')],
  [-8, '07:40', 'supervisor', suspends('SA-0361', 'Porter', 'Injury')],

  [-6, '09:00', 'admin', moves('SA-0229', 'rehire', 'Comes back from January')],
  [
    -6,
    '10:00',
    'admin',
    hires(
      {
        employee_number: 'SA-0378',
        first_name: 'Tomás',
        last_name: 'Ekström Vidal',
        email: 'tomas.ekstrom@aurelia.example',
      },
      ['FullTime', 'Anaesthetist', 'Physician'],
    ),
  ],
  [-5, '09:00', 'supervisor', ends('SA-0127', 'Ward physician', ['RESIGNATION', 'Moves abroad'])],
  [-5, '09:20', 'admin', moves('SA-0127', 'terminate', 'Resigned')],
  [-4, '10:00', 'manager', proposesAssignment('SA-0225', 'Two more nights in December', 30)],
  [-4, '10:20', 'manager', proposesTransfer('SA-0257', 'From Triage to Cardiology, nights', 60)],
  [-4, '10:40', 'manager', proposesTransfer('SA-0231', 'To Cardiology, all hours', 45)],
  [-3, '11:00', 'manager', proposesAssignment('SA-0369', 'Saturdays at the desk', 30)],
]
