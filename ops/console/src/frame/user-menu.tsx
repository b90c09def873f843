import {
  Menu,
  Stack,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { Link } from 'react-router'
import { say } from '../language/text.ts'
import { nameOfUser, sentence } from '../language/wording.ts'
import { useSignOut } from '../live/provider.tsx'
import { useViewer } from '../live/viewer.tsx'
import { useLanguage } from '../menu/speaking.tsx'
import styles from './shell.module.css'

/** Who is signed in, with their account, language, colour scheme and sign-out. */
export function UserMenu() {
  const { who } = useViewer()
  const leave = useSignOut()
  const name = who ? nameOfUser(who) : say('Your account')
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={230}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          <span className={styles.name}>{name}</span>
          <span className={styles.initials} data-initials={initialsOf(name)} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {who && (
          <Stack gap={0} px="sm" py={6}>
            <Text size="sm" fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {who.email}
            </Text>
            <Text size="xs" c="dimmed">
              {sentence(who.role)}
              {who.is_superuser && `, ${say('superuser')}`}
            </Text>
          </Stack>
        )}
        <Menu.Divider />
        <Menu.Item component={Link} to="/account">
          {say('Your account')}
        </Menu.Item>
        <SchemeItem />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item onClick={leave}>{say('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initialsOf = (name: string) =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')

function SchemeItem() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu.Item onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? say('Light mode') : say('Dark mode')}
    </Menu.Item>
  )
}

function LanguageItems() {
  const { others, choose } = useLanguage()
  return others.map(([code, name]) => (
    <Menu.Item key={code} lang={code} onClick={() => choose(code)}>
      {name}
    </Menu.Item>
  ))
}
