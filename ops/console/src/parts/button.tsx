import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'

const looks = {
  primary: { variant: 'filled' },
  secondary: { variant: 'default' },
  danger: { variant: 'outline', color: 'red' },
} as const

/** The main action of the page, another action, and one that is not easily undone. */
export type Look = keyof typeof looks

export type ButtonProps = Omit<MantineButtonProps, 'variant' | 'color'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof MantineButtonProps> & {
    look?: Look
    ref?: Ref<HTMLButtonElement> | undefined
  }

/** A button in one of three looks. */
export const Button = ({ look = 'secondary', ...props }: ButtonProps) => (
  <MantineButton size="sm" {...looks[look]} {...props} />
)
