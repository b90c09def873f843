import packageJson from '../package.json' with { type: 'json' }

/** The text of the client's `version.ts`: the package's own file cannot be imported into its bundles. */
export const versionSource = () => `// Generated from package.json by \`npm run generate\`.

/** How the client names itself where no browser does. @internal */
export const userAgent = 'workforce-coverage-client/${packageJson.version}'
`
