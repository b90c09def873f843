// The API is on another port, so nothing can be tried from here; and no validator elsewhere is asked.
window.SwaggerUIBundle({
  url: document.getElementById('reference').dataset.document,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  supportedSubmitMethods: [],
  validatorUrl: null,
})
