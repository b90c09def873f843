/** The sentences of the service, which is English, above all why it refused something. */
export const refusals = {
  'The weekly hours would be {hours}, above the cap of {cap}.':
    'Las horas semanales serían {hours}, por encima del tope de {cap}.',
  'The week would need {days} working days of {hours} hours, with a limit of {limit}.':
    'La semana exigiría {days} días de trabajo de {hours} horas, con un límite de {limit}.',
  'The position would have {hours} hours assigned, above the {required} it requires.':
    'El puesto tendría {hours} horas asignadas, por encima de las {required} que requiere.',
  "The employee's contract ends on {day}, within {days} days.":
    'El contrato de la persona termina el {day}, en {days} días o menos.',
  'The employee lacks tags of the position: {tags}.': 'A la persona le faltan etiquetas del puesto: {tags}.',
  'The employee is TERMINATED.': 'El contrato de la persona ha finalizado.',
  'The employee already has an active assignment to this position.':
    'La persona ya tiene una asignación activa en este puesto.',
  'The weekly hours are {hours}, above the cap of {cap}.':
    'Las horas semanales son {hours}, por encima del tope de {cap}.',
  'The week needs {days} working days of {hours} hours, with a limit of {limit}.':
    'La semana exige {days} días de trabajo de {hours} horas, con un límite de {limit}.',
  'The position has {hours} hours assigned, above the {required} it requires.':
    'El puesto tiene {hours} horas asignadas, por encima de las {required} que requiere.',
  'The employee must be ACTIVE or ON_LEAVE.': 'La persona debe estar activa o de permiso.',
  'The position must be active.': 'El puesto debe estar activo.',
  'Only a UNIT can be management.': 'Solo una unidad puede ser de gestión.',
  'Enter an IP address, such as 203.0.113.7 or 2001:db8::1.':
    'Escriba una dirección IP, por ejemplo 203.0.113.7 o 2001:db8::1.',
  'Enter an IP address, such as 203.0.113.7 or 2001:db8::1, or the ID of a session.':
    'Escriba una dirección IP, por ejemplo 203.0.113.7 o 2001:db8::1, o el ID de una sesión.',
  'Choose a user.': 'Elija un usuario.',
  'There is no such user.': 'No existe ese usuario.',
  'The throttle of this scope is off.': 'El límite de uso de este ámbito está desactivado.',
  'There is nothing to lift: this key is not blocked.':
    'No hay nada que quitar: esta clave no está bloqueada.',
  'There is nothing to lift: this key has no limit of its own.':
    'No hay nada que quitar: esta clave no tiene un límite propio.',
  'There is nothing to reset: no request is counted under this key.':
    'No hay nada que reiniciar: con esta clave no hay peticiones contadas.',
  'You cannot change your own role; ask another administrator.':
    'No puede cambiar su propio rol; pídaselo a otro administrador.',
  'You cannot take the staff flag from yourself; ask another administrator.':
    'No puede quitarse a sí mismo el acceso a la consola; pídaselo a otro administrador.',
  'You cannot take the superuser flag from yourself; ask another administrator.':
    'No puede quitarse a sí mismo el permiso de superusuario; pídaselo a otro administrador.',
  'You cannot deactivate yourself; ask another administrator.':
    'No puede desactivarse a sí mismo; pídaselo a otro administrador.',
  'Change your own password under Your account, which asks for the current one.':
    'Cambie su propia contraseña en Su cuenta, donde se pide la actual.',
  'Your password was entered incorrectly. Please enter it again.':
    'Su contraseña no es correcta. Vuelva a escribirla.',
  'This password is too short. It must contain at least {count} characters.':
    'La contraseña es demasiado corta. Debe tener al menos {count} caracteres.',
  'This password is too common.': 'La contraseña es demasiado común.',
  'The password is too similar to the email.': 'La contraseña se parece demasiado al correo electrónico.',
  'The password is too similar to the product’s name.':
    'La contraseña se parece demasiado al nombre del producto.',
  'user with this email already exists.': 'Ya existe un usuario con este correo electrónico.',
  'Enter a valid email address.': 'Escriba una dirección de correo electrónico válida.',
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'Null characters are not allowed.': 'No se admiten caracteres nulos.',
  'Ensure this field has no more than {count} characters.':
    'Este campo no puede tener más de {count} caracteres.',
  'You do not have permission to perform this action.': 'No tiene permiso para hacer esto.',
  'Service temporarily unavailable.': 'El servicio no está disponible en este momento.',
  'The plan took too long; choose an org unit.': 'El plan ha tardado demasiado; elija una unidad.',
  'The planner is busy. Try again in {count} seconds.':
    'El planificador está ocupado. Vuelva a intentarlo dentro de {count} segundos.',
  'The line no longer holds.': 'La línea ya no es válida.',
  '{count} of {total} lines no longer hold.': 'De {total} líneas, {count} ya no son válidas.',
  'Internal server error.': 'Error interno del servidor.',
  '{setting}: personal data travels to {host} unencrypted; add sslmode=verify-full.':
    '{setting}: los datos personales viajan sin cifrar a {host}; añada sslmode=verify-full.',
  '{setting}: the certificate of {host} is not verified; use sslmode=verify-full.':
    '{setting}: no se comprueba el certificado de {host}; use sslmode=verify-full.',
  '{setting}: sessions travel to {host} unencrypted; use rediss.':
    '{setting}: las sesiones viajan sin cifrar a {host}; use rediss.',
} as const
