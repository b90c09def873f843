import fc from 'fast-check'

// What a client may send in place of a valid value: as JSON text, because JSON.stringify could not produce much of it.

const digits = '1234567890'

/** JSON values of every type, with every kind of excess. */
export const hostileJson = fc.oneof(
  fc.constantFrom(
    ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '1E2', '0.005'],
    ...['9007199254740993', '2147483648', '-2147483649', `${digits.repeat(40)}.${digits.repeat(40)}`],
    ...[
      '""',
      '" "',
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udfff\\ud800"',
      '"\\uffff"',
      '"\\u202eabc"',
    ],
    ...['"NaN"', '"Infinity"', '"1e400"', '"-0.00"', '"0x10"', '"١٢"', '"1,5"', '"0.000000000000000000001"'],
    ...[
      '"0000-00-00"',
      '"2024-02-30"',
      '"10000-01-01"',
      '"-000001-01-01"',
      '"2026-01-01T00:00:00Z"',
      '"0001-01-01"',
    ],
    ...['"9999-12-31"', '"00000000-0000-0000-0000-000000000000"', '"{e7a4b1c0-1111-4222-8333-444455556666}"'],
    ...['[]', '{}', '[[]]', '[null]', '{"":""}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'],
    ...[
      '"constructor"',
      '"__proto__"',
      '"toString"',
      '"$(id)"',
      '"\' or 1=1 --"',
      '"%00"',
      '"../../etc/passwd"',
    ],
    `"${'x'.repeat(3000)}"`,
    `"${'𝒳'.repeat(2001)}"`,
    `"${'é\u0301'.repeat(500)}"`,
    `"${'9'.repeat(100_000)}"`,
    `[${'[],'.repeat(2000)}1]`,
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    `[${'"e7a4b1c0-1111-4222-8333-444455556666",'.repeat(501)}"x"]`,
  ),
  fc.json(),
  fc.array(fc.nat(0xffff)).map((units) => JSON.stringify(String.fromCharCode(...units))),
  fc.string({ unit: 'grapheme-composite', maxLength: 300 }).map((text) => JSON.stringify(text)),
  fc.double().map(String),
  fc.bigInt().map(String),
)

/** Hostile values for a query or a path, as sent on the wire; some are percent-encoded wrongly. */
export const hostileText = fc.oneof(
  hostileJson.map((json) => encodeURIComponent(json.toWellFormed()).slice(0, 6000)),
  fc.constantFrom(
    '',
    ...'% %0 %zz %00 %ff %c0%af %ed%a0%80 %2e%2e%2f %2F %5C %20 %23 %25 %2525 %F0%9F%A9%BA'.split(' '),
    ...'.. . / // + ; ;a=b ? & = * 0 -1 1e9 00 99999999999999999999 1.0'.split(' '),
    ...'true TRUE null undefined'.split(' '),
    '[object%20Object]',
    'a%0d%0aX-Y:%20z',
  ),
  fc.webQueryParameters(),
)

/** Spoils the text of a body as a whole: cut, doubled, in another encoding, or no JSON at all. */
export const spoilt = (json: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(json.length).map((end) => Buffer.from(json.slice(0, end))),
    fc
      .constantFrom(
        ...`[] null "text" 1 true { } {"a":} {'a':1} {"a":1,} NaN \0`.split(' '),
        ...['', ' '],
        ...[`${json}${json}`, `${json}x`, `//\n${json}`, `\ufeff${json}`, ` \r\n\t${json} `, `[${json}]`],
      )
      .map((text) => Buffer.from(text)),
    fc.constant(Buffer.from(json, 'utf16le')),
    fc.constant(Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0x22, 0x7d])])),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )

/** Headers that change or confuse how a request is understood, without breaking HTTP itself. */
const headers: Record<string, string[]> = {
  'content-type': [
    ...['', 'text/plain', 'application/xml', 'multipart/form-data; boundary=x', '*/*', 'application/json;;'],
    ...['APPLICATION/JSON', 'application/json; charset=utf-16', 'application/jsonp'],
  ],
  'content-encoding': ['gzip', 'br', 'identity', 'x', ''],
  accept: ['', '*/*', 'text/html', 'application/xml;q=0.9', 'x'.repeat(2000), 'application/json;q=2'],
  host: ['', 'evil.example', 'localhost:99999', '[::1', '127.0.0.1:0', 'a b', 'x'.repeat(300), 'é'],
  origin: ['null', 'https://evil.example', '', 'http://localhost:1', 'javascript:1', 'https://a, https://b'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none', 'x'],
  'x-csrftoken': ['', 'x', 'x'.repeat(500), `${'a'.repeat(22)}.${'b'.repeat(43)}`, 'é'],
  cookie: [
    ...['', ';', '=', 'access_token', 'access_token=', 'access_token=a.b.c', 'access_token=j:{"a":1}'],
    ...['access_token=%ff', 'csrftoken=x; csrftoken=y', `access_token=${'e'.repeat(5000)}`],
    ...['refresh_token=x; access_token=eyJhbGciOiJub25lIn0.e30.', Array(200).fill('a=b').join('; ')],
  ],
  'x-forwarded-for': ['', '1.2.3.4', 'x', '::1, ::2', '9'.repeat(1000)],
  'x-http-method-override': ['DELETE', 'PUT'],
  'transfer-encoding': ['chunked'],
  authorization: ['Bearer x', 'Basic eDp5', ''],
  range: ['bytes=0-0', 'x'],
  'if-none-match': ['*', '"x"'],
  upgrade: ['h2c', 'websocket'],
  'accept-language': ['xx', 'de;q=9', 'x'.repeat(1000)],
  'access-control-request-method': ['PATCH', 'x'],
}

export const hostileHeaders = fc.oneof(
  ...Object.entries(headers).map(([name, values]) =>
    fc.constantFrom(...values).map((value) => ({ [name]: value })),
  ),
)

export const hostileMethod = fc.constantFrom(
  ...'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND QUERY TRACE'.split(' '),
)
