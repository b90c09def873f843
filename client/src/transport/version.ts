// Generated from package.json by `npm run generate`.

/** How the client names itself where no browser does. @internal */
export const userAgent = 'workforce-coverage-client/2.0.0'
