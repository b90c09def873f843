import { send, showSession } from './session.js'

const reference = document.getElementById('reference')
const session = document.getElementById('session')

/**
 * The document without what this page does by itself, which is signing in, the CSRF token and the choice of a server,
 * and without headers that would be repeated for every answer.
 */
function forThisPage({ servers, ...document }) {
  delete document.components.securitySchemes
  for (const response of Object.values(document.components.responses)) {
    const own = Object.entries(response.headers ?? {}).filter(([name]) => name === 'Retry-After')
    response.headers = Object.fromEntries(own)
  }
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    delete operation.security
    operation.parameters = operation.parameters
      .filter(({ name }) => name !== 'X-CSRFToken')
      .map(({ allowEmptyValue, ...parameter }) => parameter)
  }
  return document
}

const adapted = {
  // The curl command would lack the cookies, which scripts cannot read.
  curl: () => () => null,
  // A link inside the button of an operation would be a second tab stop.
  DeepLink:
    (_, { React }) =>
    ({ text }) =>
      React.createElement('span', null, text),
  // Screen readers need a name for each select.
  JsonSchemaForm:
    (Original, { React }) =>
    (props) =>
      React.createElement(
        'label',
        null,
        React.createElement('span', { className: 'unseen' }, props.description),
        React.createElement(Original, props),
      ),
  TextArea:
    (Original, { React }) =>
    (props) =>
      React.createElement(Original, { 'aria-label': 'Request body', ...props }),
}

const answer = await fetch(reference.dataset.document)
window.SwaggerUIBundle({
  spec: forThisPage(await answer.json()),
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  plugins: [{ wrapComponents: adapted }],
  // Highlighted code scrolls sideways in boxes that the keyboard cannot reach.
  syntaxHighlight: { activated: false },
  requestInterceptor: (request) => Object.assign(request, { userFetch: send }),
  responseInterceptor: (response) => {
    if (response.url.includes('/auth/')) showSession(session)
    return response
  },
  validatorUrl: null,
})

showSession(session)
document.addEventListener('visibilitychange', () => document.hidden || showSession(session))
