/** The languages of the console; the API and the command line speak English. */
export const languages = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages
