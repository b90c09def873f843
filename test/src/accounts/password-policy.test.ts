import { expect, test } from 'vitest'
import { demoUsers } from '../../../server/demo/users.ts'
import { passwordProblems } from '../../../src/accounts/password-policy.ts'

const problems = (password: string, email = 'ada.lovelace.senior@clinic.example') =>
  passwordProblems(password, { email })

const short = 'This password is too short. It must contain at least 12 characters.'
const common = 'This password is too common.'
const likeEmail = 'The password is too similar to the email.'
const likeProduct = 'The password is too similar to the product’s name.'

test.each(['x', 'Tr0ub4dor&3', 'kQ7#vLp2!xZ', '😀'.repeat(11)])(
  'the password %s is too short',
  async (password) => {
    expect(await problems(password)).toContain(short)
  },
)

test.each([
  'kQ7#vLp2!xZw',
  'correct horse battery staple',
  ' spaces count too ',
  'Überraschung im Grünen',
  '😀🐎🔋📎🌍🚲🎻🧭🪁🥨🦉🍀',
])('the password %s is accepted', async (password) => {
  expect(await problems(password)).toEqual([])
})

test.each([
  '123456789012',
  '1q2w3e4r5t6y',
  '123456789qwe',
  'sonyericsson',
  'password1234',
  'passwordpassword',
  'Passw0rdPassw0rd',
  'drowssapdrowssap',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  '1234567891011',
  'manchesterunited',
  'liverpoolfc1',
  'chocolate123',
])('the password %s is too common', async (password) => {
  expect(await problems(password)).toEqual([common])
})

test('a password that is both short and common has two problems', async () => {
  expect(await problems('password')).toEqual([short, common])
})

test.each([
  'ada.lovelace.senior@clinic.example',
  'ADA.Lovelace.Senior@Clinic.Example',
  'ada.lovelace.senior',
  'Ada Lovelace Senior',
  'adalovelacesenior!',
])('the email or its local part is refused as a password: %s', async (password) => {
  expect(await problems(password)).toEqual([likeEmail])
})

test('the email can be a part of a longer password', async () => {
  expect(await problems('ada.lovelace.senior dances at noon')).toEqual([])
})

test('an email without letters or digits before the @ refuses no other password', async () => {
  expect(await problems('!"#$%&/()=?-_.:,;', '_@clinic.example')).toEqual([])
})

test.each(['workforcecoverage', 'Workforce Coverage', 'workforce-coverage-service'])(
  'the name of the product is refused as a password: %s',
  async (password) => {
    expect(await problems(password)).toEqual([likeProduct])
  },
)

test.each(Object.values(demoUsers))(
  'the demo password of $email is accepted',
  async ({ email, password }) => {
    expect(await problems(password, email)).toEqual([])
  },
)

test('a long password is judged by its first 32 characters', async () => {
  const tail = 'kQ7#vLp2!xZw'.repeat(300)
  expect(await problems(tail)).toEqual([])
  expect(await problems('a'.repeat(32) + tail)).toEqual([common])
})
