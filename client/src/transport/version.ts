// Generated from package.json by `npm run generate`.

/** The name of the client in the User-Agent header, outside browsers. @internal */
export const userAgent = 'workforce-coverage-client/2.0.0'
