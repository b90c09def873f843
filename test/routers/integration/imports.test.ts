import { expect, test } from 'vitest'
import { smallClinic } from '../../made/clinic-folder.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { admin, service } = await serviceForFile()

const path = '/integration/v1/imports/'
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))

test('try', async () => {
  const { status, body } = await admin.post(path, { files: smallClinic })
  console.log(status, body)
  for (let i = 0; i < 40; i++) {
    await sleep(500)
    const got = await admin.get(`${path}${body.id}/`)
    console.log(JSON.stringify(got.body))
    if (['DONE', 'FAILED'].includes(got.body.state)) break
  }
  const r = await admin.get('/integration/v1/exports/')
  console.log(r.status, r.headers, typeof r.body)
})
