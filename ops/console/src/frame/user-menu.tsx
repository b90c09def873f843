import { Menu, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '../language/text.ts'
import { nameOfUser, sentence } from '../language/wording.ts'
import { useSignOut } from '../live/provider.tsx'
import { useViewer } from '../live/viewer.tsx'
import { useSettings } from '../menu/settings.ts'
import styles from './shell.module.css'

/** Who is signed in, with their account, language, colour scheme and sign-out. */
export function UserMenu() {
  const { who } = useViewer()
  const leave = useSignOut()
  const settings = useSettings()
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
        {settings.map(({ id, name, lang, run }) => (
          <Menu.Item key={id} lang={lang} onClick={run}>
            {name}
          </Menu.Item>
        ))}
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
