import { send, showSession } from './session.js'

const reference = document.getElementById('reference')
const session = document.getElementById('session')

/** The document without what this page does by itself: the CSRF token, signing in, and the choice of a server. */
function forThisPage({ servers, ...document }) {
  delete document.components.securitySchemes
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    delete operation.security
    operation.parameters = operation.parameters.filter(({ name }) => name !== 'X-CSRFToken')
  }
  return document
}

const adapted = {
  // The command that it shows lacks the cookies, which scripts cannot read.
  curl: () => () => null,
  // A link in the button that opens an operation would be reached twice by keyboard.
  DeepLink:
    (_, { React }) =>
    ({ text }) =>
      React.createElement('span', null, text),
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
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  plugins: [{ wrapComponents: adapted }],
  requestInterceptor: (request) => Object.assign(request, { userFetch: send }),
  responseInterceptor: (response) => {
    if (response.url.includes('/auth/')) showSession(session)
    return response
  },
  validatorUrl: null,
})

showSession(session)
document.addEventListener('visibilitychange', () => document.hidden || showSession(session))
