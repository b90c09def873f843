import { stableId } from './stable.ts'

// The ids of the demo clinic's rows, by what their people call them.

export const employee = (number: string) => stableId(`employee ${number}`)
export const position = (unit: string, title: string) => stableId(`position ${unit}/${title}`)
export const orgUnit = (code: string) => stableId(`org unit ${code}`)
export const tag = (name: string) => stableId(`tag ${name}`)
export const employeeTag = (number: string, name: string) => stableId(`employee tag ${number} ${name} 1`)
export const positionTag = (unit: string, title: string, name: string) =>
  stableId(`position tag ${unit}/${title} ${name}`)
export const assignment = (number: string, unit: string, title: string) =>
  stableId(`assignment ${number} ${unit}/${title} 1`)

export const unknown = stableId('nobody')

// Most calls are about a care assistant who has hours to give, and the position that lacks them.
export const yilmaz = employee('SA-0311')
export const emergency = 'AUR-EMC-EMR-TRE'
export const emergencyAssistant = position(emergency, 'Emergency care assistant')
export const onWard2A = assignment('SA-0311', 'AUR-MED-INT-2A', 'Care assistant')
export const endedEarlier = assignment('SA-0311', emergency, 'Emergency care assistant')
