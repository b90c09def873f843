import { Decimal } from "decimal.js";
// node_modules/@trpc/server/dist/observable-kpFFzvou.mjs
/**
* Creates an observable. `subscribe` runs for each subscriber, and can
* return a function that cleans up when it unsubscribes.
* @example
* ```ts
* const ticks = observable<number>((observer) => {
*   const timer = setInterval(() => observer.next(Date.now()), 1000);
*   return () => clearInterval(timer);
* });
* ```
* @see https://trpc.io/docs/client/links#creating-a-custom-link
* @public
*/
function observable(subscribe) {
	const self = {
		subscribe(observer) {
			let teardownRef = null;
			let isDone = false;
			let unsubscribed = false;
			let teardownImmediately = false;
			let subscribing = true;
			let thrownWhileSubscribing = null;
			function end(notify) {
				try {
					notify();
				} catch (cause) {
					var _thrownWhileSubscribi;
					if (!subscribing) throw cause;
					(_thrownWhileSubscribi = thrownWhileSubscribing) !== null && _thrownWhileSubscribi !== void 0 || (thrownWhileSubscribing = { cause });
				} finally {
					unsubscribe();
				}
			}
			function unsubscribe() {
				if (teardownRef === null) {
					teardownImmediately = true;
					return;
				}
				if (unsubscribed) return;
				unsubscribed = true;
				if (typeof teardownRef === "function") teardownRef();
				else if (teardownRef) teardownRef.unsubscribe();
			}
			teardownRef = subscribe({
				next(value) {
					var _observer$next;
					if (isDone) return;
					(_observer$next = observer.next) === null || _observer$next === void 0 || _observer$next.call(observer, value);
				},
				error(err) {
					if (isDone) return;
					isDone = true;
					end(() => {
						var _observer$error;
						return (_observer$error = observer.error) === null || _observer$error === void 0 ? void 0 : _observer$error.call(observer, err);
					});
				},
				complete() {
					if (isDone) return;
					isDone = true;
					end(() => {
						var _observer$complete;
						return (_observer$complete = observer.complete) === null || _observer$complete === void 0 ? void 0 : _observer$complete.call(observer);
					});
				}
			});
			subscribing = false;
			if (teardownImmediately) unsubscribe();
			if (thrownWhileSubscribing) throw thrownWhileSubscribing.cause;
			return { unsubscribe };
		},
		pipe(...operations) {
			return operations.reduce(pipeReducer, self);
		}
	};
	return self;
}
function pipeReducer(prev, fn) {
	return fn(prev);
}
/**
* Resolves with an observable's first value. Rejects if it errors or
* completes first. It doesn't unsubscribe after the first value.
* @internal
*/
function observableToPromise(observable) {
	const ac = new AbortController();
	return new Promise((resolve, reject) => {
		let isDone = false;
		function onDone() {
			if (isDone) return;
			isDone = true;
			obs$.unsubscribe();
		}
		ac.signal.addEventListener("abort", () => {
			reject(ac.signal.reason);
		});
		const obs$ = observable.subscribe({
			next(data) {
				isDone = true;
				resolve(data);
				onDone();
			},
			error(data) {
				reject(data);
			},
			complete() {
				ac.abort();
				onDone();
			}
		});
	});
}
/**
* Turns an observable into an async iterable, like Node's `events.on()`.
* Values wait in a queue until `next()` reads them. An error rejects the
* `next()` after the queued values, once. Completion, `return()` and aborting
* `signal` unsubscribe and end every pending `next()` with `{ done: true }`;
* anything the observable sends after that is ignored.
*
* If unsubscribing throws, `return()` rejects with the error, and completion
* or an error from the observable rethrows it. On abort, it rejects the
* `next()` after the queued values instead, as an error would.
* @internal
*/
function observableToAsyncIterable(observable, signal) {
	const values = [];
	const pending = [];
	let error = null;
	let finished = false;
	let subscription = null;
	/** Unsubscribes once, and returns what the teardown threw. */
	function unsubscribe() {
		if (finished) return null;
		finished = true;
		signal.removeEventListener("abort", abort);
		try {
			subscription === null || subscription === void 0 || subscription.unsubscribe();
			return null;
		} catch (cause) {
			return { cause };
		}
	}
	/** Settles every pending `next()`: the first with `error` if there is one. */
	function settle() {
		const first = error ? pending.shift() : void 0;
		if (error && first) {
			const { cause } = error;
			error = null;
			first.reject(cause);
		}
		for (const promise of pending.splice(0)) promise.resolve({
			value: void 0,
			done: true
		});
	}
	function finish() {
		const failure = unsubscribe();
		settle();
		if (failure) throw failure.cause;
	}
	function abort() {
		const failure = unsubscribe();
		if (failure) error = failure;
		settle();
	}
	subscription = observable.subscribe({
		next(value) {
			if (finished) return;
			const promise = pending.shift();
			if (promise) promise.resolve({
				value,
				done: false
			});
			else values.push(value);
		},
		error(cause) {
			if (finished) return;
			error = { cause };
			finish();
		},
		complete: finish
	});
	if (finished) subscription.unsubscribe();
	else if (signal.aborted) abort();
	else signal.addEventListener("abort", abort, { once: true });
	const iterator = {
		[Symbol.asyncIterator]() {
			return iterator;
		},
		async next() {
			if (values.length > 0) return {
				value: values.shift(),
				done: false
			};
			if (error) {
				const { cause } = error;
				error = null;
				throw cause;
			}
			if (finished) return {
				value: void 0,
				done: true
			};
			return new Promise((resolve, reject) => {
				pending.push({
					resolve,
					reject
				});
			});
		},
		async return() {
			values.length = 0;
			error = null;
			finish();
			return {
				value: void 0,
				done: true
			};
		}
	};
	return iterator;
}
// node_modules/@trpc/server/dist/observable-Cmd1MFy3.mjs
/**
* Shares one subscription to the source between all subscribers. It
* starts with the first subscriber and ends when the last unsubscribes.
*/
function share(_opts) {
	return (source) => {
		let refCount = 0;
		let subscription = null;
		let isConnecting = false;
		let observers = /* @__PURE__ */ new Set();
		function startIfNeeded() {
			if (subscription || isConnecting) return;
			isConnecting = true;
			let isDone = false;
			let sourceSubscription;
			try {
				sourceSubscription = source.subscribe({
					next(value) {
						notify(observers, (observer) => {
							var _observer$next;
							return (_observer$next = observer.next) === null || _observer$next === void 0 ? void 0 : _observer$next.call(observer, value);
						});
					},
					error(error) {
						isDone = true;
						terminate((observer) => {
							var _observer$error;
							return (_observer$error = observer.error) === null || _observer$error === void 0 ? void 0 : _observer$error.call(observer, error);
						});
					},
					complete() {
						isDone = true;
						terminate((observer) => {
							var _observer$complete;
							return (_observer$complete = observer.complete) === null || _observer$complete === void 0 ? void 0 : _observer$complete.call(observer);
						});
					}
				});
			} finally {
				isConnecting = false;
			}
			if (isDone) sourceSubscription.unsubscribe();
			else subscription = sourceSubscription;
		}
		function notify(targets, callback) {
			for (const observer of [...targets]) if (targets.has(observer)) callback(observer);
		}
		function terminate(callback) {
			const _sub = subscription;
			const terminatedObservers = observers;
			subscription = null;
			observers = /* @__PURE__ */ new Set();
			isConnecting = false;
			try {
				notify(terminatedObservers, callback);
			} finally {
				_sub === null || _sub === void 0 || _sub.unsubscribe();
			}
		}
		function resetSource() {
			const _sub = subscription;
			subscription = null;
			_sub === null || _sub === void 0 || _sub.unsubscribe();
		}
		function resetIfNeeded() {
			if (refCount === 0 && subscription) resetSource();
		}
		return observable((subscriber) => {
			refCount++;
			const subscriberObservers = observers;
			subscriberObservers.add(subscriber);
			startIfNeeded();
			return { unsubscribe() {
				refCount--;
				resetIfNeeded();
				subscriberObservers.delete(subscriber);
			} };
		});
	};
}
/**
* Calls one of several observers. A throw would stop the caller from
* notifying the rest, so it is rethrown asynchronously instead: it still
* shows up as an uncaught exception.
*/
function callObserver(callback) {
	try {
		callback();
	} catch (error) {
		setTimeout(() => {
			throw error;
		});
	}
}
/**
* Creates an observable that holds a current value. New subscribers get
* it right away, unless it's `undefined`.
* @internal
*/
function behaviorSubject(initialValue) {
	let value = initialValue;
	const observerList = /* @__PURE__ */ new Set();
	const addObserver = (observer) => {
		if (value !== void 0) observer.next(value);
		observerList.add(observer);
	};
	const removeObserver = (observer) => {
		observerList.delete(observer);
	};
	const obs = observable((observer) => {
		addObserver(observer);
		return () => {
			removeObserver(observer);
		};
	});
	obs.next = (nextValue) => {
		if (value === nextValue) return;
		value = nextValue;
		for (const observer of [...observerList]) if (observerList.has(observer)) callObserver(() => observer.next(nextValue));
	};
	obs.get = () => value;
	return obs;
}
// node_modules/@trpc/client/dist/splitLink-DcpFI5s5.mjs
/** @internal */
function createChain(opts) {
	return observable((observer) => {
		function execute(index = 0, op = opts.op) {
			const next = opts.links[index];
			if (!next) throw new Error("No more links to execute - did you forget to add an ending link?");
			return next({
				op,
				next(nextOp) {
					return execute(index + 1, nextOp);
				}
			});
		}
		return execute().subscribe(observer);
	});
}
// node_modules/@trpc/client/dist/objectSpread2-weooBxVk.mjs
function _typeof$1(o) {
	"@babel/helpers - typeof";
	return _typeof$1 = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function(o) {
		return typeof o;
	} : function(o) {
		return o && "function" == typeof Symbol && o.constructor === Symbol && o !== Symbol.prototype ? "symbol" : typeof o;
	}, _typeof$1(o);
}
function toPrimitive$1(t, r) {
	if ("object" != _typeof$1(t) || !t) return t;
	var e = t[Symbol.toPrimitive];
	if (void 0 !== e) {
		var i = e.call(t, r || "default");
		if ("object" != _typeof$1(i)) return i;
		throw new TypeError("@@toPrimitive must return a primitive value.");
	}
	return ("string" === r ? String : Number)(t);
}
function toPropertyKey$1(t) {
	var i = toPrimitive$1(t, "string");
	return "symbol" == _typeof$1(i) ? i : i + "";
}
function _defineProperty$1(e, r, t) {
	return (r = toPropertyKey$1(r)) in e ? Object.defineProperty(e, r, {
		value: t,
		enumerable: !0,
		configurable: !0,
		writable: !0
	}) : e[r] = t, e;
}
function ownKeys$1(e, r) {
	var t = Object.keys(e);
	if (Object.getOwnPropertySymbols) {
		var o = Object.getOwnPropertySymbols(e);
		r && (o = o.filter(function(r) {
			return Object.getOwnPropertyDescriptor(e, r).enumerable;
		})), t.push.apply(t, o);
	}
	return t;
}
function _objectSpread2$1(e) {
	for (var r = 1; r < arguments.length; r++) {
		var t = null != arguments[r] ? arguments[r] : {};
		r % 2 ? ownKeys$1(Object(t), !0).forEach(function(r) {
			_defineProperty$1(e, r, t[r]);
		}) : Object.getOwnPropertyDescriptors ? Object.defineProperties(e, Object.getOwnPropertyDescriptors(t)) : ownKeys$1(Object(t)).forEach(function(r) {
			Object.defineProperty(e, r, Object.getOwnPropertyDescriptor(t, r));
		});
	}
	return e;
}
// node_modules/@trpc/server/dist/codes-nbrm_zWY.mjs
/**
* Check that value is object
* @internal
*/
function isObject(value) {
	return !!value && !Array.isArray(value) && typeof value === "object";
}
/**
* The JSON-RPC 2.0 error code of each tRPC error code. tRPC's own codes
* use the range JSON-RPC leaves for servers, `-32000` to `-32099`, ending
* in the digits of the matching HTTP status.
* @see https://trpc.io/docs/rpc#error-codes---json-rpc-20-error-codes
*/
const TRPC_ERROR_CODES_BY_KEY = {
	/**
	* Invalid JSON was received by the server.
	* An error occurred on the server while parsing the JSON text.
	*/
	PARSE_ERROR: -32700,
	/**
	* The JSON sent is not a valid Request object.
	*/
	BAD_REQUEST: -32600,
	INTERNAL_SERVER_ERROR: -32603,
	NOT_IMPLEMENTED: -32603,
	BAD_GATEWAY: -32603,
	SERVICE_UNAVAILABLE: -32603,
	GATEWAY_TIMEOUT: -32603,
	UNAUTHORIZED: -32001,
	PAYMENT_REQUIRED: -32002,
	FORBIDDEN: -32003,
	NOT_FOUND: -32004,
	METHOD_NOT_SUPPORTED: -32005,
	TIMEOUT: -32008,
	CONFLICT: -32009,
	PRECONDITION_FAILED: -32012,
	PAYLOAD_TOO_LARGE: -32013,
	UNSUPPORTED_MEDIA_TYPE: -32015,
	UNPROCESSABLE_CONTENT: -32022,
	PRECONDITION_REQUIRED: -32028,
	TOO_MANY_REQUESTS: -32029,
	CLIENT_CLOSED_REQUEST: -32099
};
TRPC_ERROR_CODES_BY_KEY.BAD_GATEWAY, TRPC_ERROR_CODES_BY_KEY.SERVICE_UNAVAILABLE, TRPC_ERROR_CODES_BY_KEY.GATEWAY_TIMEOUT, TRPC_ERROR_CODES_BY_KEY.INTERNAL_SERVER_ERROR;
// node_modules/@trpc/server/dist/getErrorShape-B5jPKHJ3.mjs
function _typeof(o) {
	"@babel/helpers - typeof";
	return _typeof = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function(o) {
		return typeof o;
	} : function(o) {
		return o && "function" == typeof Symbol && o.constructor === Symbol && o !== Symbol.prototype ? "symbol" : typeof o;
	}, _typeof(o);
}
function toPrimitive(t, r) {
	if ("object" != _typeof(t) || !t) return t;
	var e = t[Symbol.toPrimitive];
	if (void 0 !== e) {
		var i = e.call(t, r || "default");
		if ("object" != _typeof(i)) return i;
		throw new TypeError("@@toPrimitive must return a primitive value.");
	}
	return ("string" === r ? String : Number)(t);
}
function toPropertyKey(t) {
	var i = toPrimitive(t, "string");
	return "symbol" == _typeof(i) ? i : i + "";
}
function _defineProperty(e, r, t) {
	return (r = toPropertyKey(r)) in e ? Object.defineProperty(e, r, {
		value: t,
		enumerable: !0,
		configurable: !0,
		writable: !0
	}) : e[r] = t, e;
}
function ownKeys(e, r) {
	var t = Object.keys(e);
	if (Object.getOwnPropertySymbols) {
		var o = Object.getOwnPropertySymbols(e);
		r && (o = o.filter(function(r) {
			return Object.getOwnPropertyDescriptor(e, r).enumerable;
		})), t.push.apply(t, o);
	}
	return t;
}
function _objectSpread2(e) {
	for (var r = 1; r < arguments.length; r++) {
		var t = null != arguments[r] ? arguments[r] : {};
		r % 2 ? ownKeys(Object(t), !0).forEach(function(r) {
			_defineProperty(e, r, t[r]);
		}) : Object.getOwnPropertyDescriptors ? Object.defineProperties(e, Object.getOwnPropertyDescriptors(t)) : ownKeys(Object(t)).forEach(function(r) {
			Object.defineProperty(e, r, Object.getOwnPropertyDescriptor(t, r));
		});
	}
	return e;
}
// node_modules/@trpc/server/dist/asyncGeneratorDelegate-JWx0LJUD.mjs
/** @internal */
function transformResultInner(response, transformer) {
	if ("error" in response) {
		const error = transformer.deserialize(response.error);
		return {
			ok: false,
			error: _objectSpread2(_objectSpread2({}, response), {}, { error })
		};
	}
	return {
		ok: true,
		result: _objectSpread2(_objectSpread2({}, response.result), (!response.result.type || response.result.type === "data") && {
			type: "data",
			data: transformer.deserialize(response.result.data)
		})
	};
}
var TransformResultError = class extends Error {
	constructor() {
		super("Unable to transform response from server");
	}
};
/**
* Transforms and validates that the result is a valid TRPCResponse
* @internal
*/
function transformResult(response, transformer) {
	let result;
	try {
		result = transformResultInner(response, transformer);
	} catch (_unused) {
		throw new TransformResultError();
	}
	if (!result.ok && (!isObject(result.error.error) || typeof result.error.error["code"] !== "number")) throw new TransformResultError();
	if (result.ok && !isObject(result.result)) throw new TransformResultError();
	return result;
}
/**
* Applies the `'.'` default to a user-given `pathSeparator` option. Call it
* once, where the option is read.
* @internal
*/
function resolvePathSeparator(value) {
	return value !== null && value !== void 0 ? value : ".";
}
/**
* `post.byId` → `post~byId`, for building URLs.
* @internal
*/
function procedurePathToURLPath(path, separator) {
	if (separator === ".") return path;
	return path.split(".").join(separator);
}
function _OverloadYield$1(e, d) {
	this.v = e, this.k = d;
}
function AsyncGenerator$1(e) {
	var r, t;
	function resume(r, t) {
		try {
			var n = e[r](t), o = n.value, u = o instanceof _OverloadYield$1;
			Promise.resolve(u ? o.v : o).then(function(t) {
				if (u) {
					var i = "return" === r ? "return" : "next";
					if (!o.k || t.done) return resume(i, t);
					t = e[i](t).value;
				}
				settle(n.done ? "return" : "normal", t);
			}, function(e) {
				resume("throw", e);
			});
		} catch (e) {
			settle("throw", e);
		}
	}
	function settle(e, n) {
		switch (e) {
			case "return":
				r.resolve({
					value: n,
					done: !0
				});
				break;
			case "throw":
				r.reject(n);
				break;
			default: r.resolve({
				value: n,
				done: !1
			});
		}
		(r = r.next) ? resume(r.key, r.arg) : t = null;
	}
	this._invoke = function(e, n) {
		return new Promise(function(o, u) {
			var i = {
				key: e,
				arg: n,
				resolve: o,
				reject: u,
				next: null
			};
			t ? t = t.next = i : (r = t = i, resume(e, n));
		});
	}, "function" != typeof e["return"] && (this["return"] = void 0);
}
AsyncGenerator$1.prototype["function" == typeof Symbol && Symbol.asyncIterator || "@@asyncIterator"] = function() {
	return this;
}, AsyncGenerator$1.prototype.next = function(e) {
	return this._invoke("next", e);
}, AsyncGenerator$1.prototype["throw"] = function(e) {
	return this._invoke("throw", e);
}, AsyncGenerator$1.prototype["return"] = function(e) {
	return this._invoke("return", e);
};
// node_modules/@trpc/client/dist/TRPCClientError-Byo7P4QG.mjs
/**
* Whether a value is a `TRPCClientError`, typed for a router or procedure.
* @see https://trpc.io/docs/client/vanilla/error-handling#catching-a-thrown-error
*/
function isTRPCClientError(cause) {
	return cause instanceof TRPCClientError;
}
function isTRPCErrorResponse(obj) {
	return isObject(obj) && isObject(obj["error"]) && typeof obj["error"]["code"] === "number" && typeof obj["error"]["message"] === "string";
}
function getMessageFromUnknownError(err, fallback) {
	if (typeof err === "string") return err;
	if (isObject(err) && typeof err["message"] === "string") return err["message"];
	return fallback;
}
/**
* The error a client call throws, whether the server sent an error or the
* request failed.
* @see https://trpc.io/docs/client/vanilla/error-handling
*/
var TRPCClientError = class TRPCClientError extends Error {
	constructor(message, opts) {
		var _opts$result, _opts$result2;
		const cause = opts === null || opts === void 0 ? void 0 : opts.cause;
		super(message, { cause });
		_defineProperty$1(this, "cause", void 0);
		_defineProperty$1(this, "shape", void 0);
		_defineProperty$1(this, "data", void 0);
		_defineProperty$1(this, "meta", void 0);
		this.meta = opts === null || opts === void 0 ? void 0 : opts.meta;
		this.cause = cause;
		this.shape = opts === null || opts === void 0 || (_opts$result = opts.result) === null || _opts$result === void 0 ? void 0 : _opts$result.error;
		this.data = opts === null || opts === void 0 || (_opts$result2 = opts.result) === null || _opts$result2 === void 0 ? void 0 : _opts$result2.error.data;
		this.name = "TRPCClientError";
		Object.setPrototypeOf(this, TRPCClientError.prototype);
	}
	/**
	* Turns an error response, an `Error` or another object into a
	* `TRPCClientError`. A `TRPCClientError` is returned as it is.
	*/
	static from(_cause, opts = {}) {
		const cause = _cause;
		if (isTRPCClientError(cause)) {
			if (opts.meta) cause.meta = _objectSpread2$1(_objectSpread2$1({}, cause.meta), opts.meta);
			return cause;
		}
		if (isTRPCErrorResponse(cause)) return new TRPCClientError(cause.error.message, _objectSpread2$1(_objectSpread2$1({}, opts), {}, {
			result: cause,
			cause: opts.cause
		}));
		return new TRPCClientError(getMessageFromUnknownError(cause, "Unknown error"), _objectSpread2$1(_objectSpread2$1({}, opts), {}, { cause }));
	}
};
// node_modules/@trpc/client/dist/unstable-internals.mjs
/**
* @internal
*/
/**
* @internal
*/
function getTransformer(transformer) {
	const _transformer = transformer;
	if (!_transformer) return {
		input: {
			serialize: (data) => data,
			deserialize: (data) => data
		},
		output: {
			serialize: (data) => data,
			deserialize: (data) => data
		}
	};
	if ("input" in _transformer) return _transformer;
	return {
		input: _transformer,
		output: _transformer
	};
}
// node_modules/@trpc/client/dist/httpUtils-5Hmhcy-z.mjs
const isFunction = (fn) => typeof fn === "function";
/**
* The `fetch` to use: `customFetchImpl` if given, or else the global one.
* Throws if there's none.
*/
function getFetch(customFetchImpl) {
	if (customFetchImpl) return customFetchImpl;
	if (typeof window !== "undefined" && isFunction(window.fetch)) return window.fetch.bind(window);
	if (typeof globalThis !== "undefined" && isFunction(globalThis.fetch)) return globalThis.fetch;
	throw new Error("No fetch implementation found");
}
/**
* Like `Promise.all()` but for abort signals
* - When all signals have been aborted, the merged signal will be aborted
* - If one signal is `null`, no signal will be aborted
*/
function allAbortSignals(...signals) {
	const ac = new AbortController();
	const count = signals.length;
	let abortedCount = 0;
	const onAbort = () => {
		if (++abortedCount === count) ac.abort();
	};
	for (const signal of signals) if (signal === null || signal === void 0 ? void 0 : signal.aborted) onAbort();
	else signal === null || signal === void 0 || signal.addEventListener("abort", onAbort, { once: true });
	return ac.signal;
}
function raceAbortSignalsWithCleanup(...signals) {
	const ac = new AbortController();
	const cleanup = () => {
		for (const signal of signals) signal === null || signal === void 0 || signal.removeEventListener("abort", onAbort);
	};
	const onAbort = () => {
		cleanup();
		ac.abort();
	};
	for (const signal of signals) {
		if (signal === null || signal === void 0 ? void 0 : signal.aborted) {
			onAbort();
			break;
		}
		signal === null || signal === void 0 || signal.addEventListener("abort", onAbort, { once: true });
	}
	return {
		signal: ac.signal,
		cleanup
	};
}
function resolveHTTPLinkOptions(opts) {
	return {
		url: opts.url.toString(),
		fetch: opts.fetch,
		transformer: getTransformer(opts.transformer),
		methodOverride: opts.methodOverride,
		pathSeparator: resolvePathSeparator(opts.pathSeparator)
	};
}
function arrayToDict(array) {
	const dict = {};
	for (let index = 0; index < array.length; index++) {
		const element = array[index];
		dict[index] = element;
	}
	return dict;
}
const METHOD = {
	query: "GET",
	mutation: "POST",
	subscription: "PATCH"
};
function getInput(opts) {
	return "input" in opts ? opts.transformer.input.serialize(opts.input) : arrayToDict(opts.inputs.map((_input) => opts.transformer.input.serialize(_input)));
}
const getUrl = (opts) => {
	const parts = opts.url.split("?");
	let url = parts[0].replace(/\/$/, "") + "/" + procedurePathToURLPath(opts.path, opts.pathSeparator);
	const queryParts = [];
	if (parts[1]) queryParts.push(parts[1]);
	if ("inputs" in opts) queryParts.push("batch=1");
	if (opts.type === "query" || opts.type === "subscription") {
		const input = getInput(opts);
		if (input !== void 0 && opts.methodOverride !== "POST") queryParts.push(`input=${encodeURIComponent(JSON.stringify(input))}`);
	}
	if (queryParts.length) url += "?" + queryParts.join("&");
	return url;
};
const getBody = (opts) => {
	if (opts.type === "query" && opts.methodOverride !== "POST") return;
	const input = getInput(opts);
	return input !== void 0 ? JSON.stringify(input) : void 0;
};
const jsonHttpRequester = (opts) => {
	return httpRequest(_objectSpread2$1(_objectSpread2$1({}, opts), {}, {
		contentTypeHeader: "application/json",
		getUrl,
		getBody
	}));
};
/**
* Polyfill for DOMException with AbortError name
*/
var AbortError = class extends Error {
	constructor() {
		const name = "AbortError";
		super(name);
		this.name = name;
		this.message = name;
	}
};
/**
* Polyfill for `signal.throwIfAborted()`
*
* @see https://developer.mozilla.org/en-US/docs/Web/API/AbortSignal/throwIfAborted
*/
const throwIfAborted = (signal) => {
	var _signal$throwIfAborte;
	if (!(signal === null || signal === void 0 ? void 0 : signal.aborted)) return;
	(_signal$throwIfAborte = signal.throwIfAborted) === null || _signal$throwIfAborte === void 0 || _signal$throwIfAborte.call(signal);
	if (typeof DOMException !== "undefined") throw new DOMException("AbortError", "AbortError");
	throw new AbortError();
};
async function fetchHTTPResponse(opts) {
	var _opts$methodOverride, _opts$trpcAcceptHeade;
	throwIfAborted(opts.signal);
	const url = opts.getUrl(opts);
	const body = opts.getBody(opts);
	const method = (_opts$methodOverride = opts.methodOverride) !== null && _opts$methodOverride !== void 0 ? _opts$methodOverride : METHOD[opts.type];
	const resolvedHeaders = await (async () => {
		const heads = await opts.headers();
		if (Symbol.iterator in heads) return Object.fromEntries(heads);
		return heads;
	})();
	const hasContentType = Object.keys(resolvedHeaders).some((key) => key.toLowerCase() === "content-type");
	const headers = _objectSpread2$1(_objectSpread2$1(_objectSpread2$1({}, opts.contentTypeHeader && method !== "GET" && !hasContentType ? { "content-type": opts.contentTypeHeader } : {}), opts.trpcAcceptHeader ? { [(_opts$trpcAcceptHeade = opts.trpcAcceptHeaderKey) !== null && _opts$trpcAcceptHeade !== void 0 ? _opts$trpcAcceptHeade : "trpc-accept"]: opts.trpcAcceptHeader } : void 0), resolvedHeaders);
	return getFetch(opts.fetch)(url, {
		method,
		signal: opts.signal,
		body,
		headers
	});
}
async function httpRequest(opts) {
	const meta = {};
	const res = await fetchHTTPResponse(opts);
	meta.response = res;
	const json = await res.json();
	meta.responseJSON = json;
	return {
		json,
		meta
	};
}
// node_modules/@trpc/client/dist/httpLink-CWd1U86f.mjs
/** Whether an input is binary: a `Uint8Array`, `Blob` or `File`. */
function isOctetType(input) {
	return input instanceof Uint8Array || input instanceof Blob;
}
/** Whether an input is `FormData`. */
function isFormData(input) {
	return input instanceof FormData;
}
const universalRequester = (opts) => {
	if ("input" in opts) {
		const { input } = opts;
		if (isFormData(input)) {
			if (opts.type !== "mutation" && opts.methodOverride !== "POST") throw new Error("FormData is only supported for mutations");
			return httpRequest(_objectSpread2$1(_objectSpread2$1({}, opts), {}, {
				contentTypeHeader: void 0,
				getUrl,
				getBody: () => input
			}));
		}
		if (isOctetType(input)) {
			if (opts.type !== "mutation" && opts.methodOverride !== "POST") throw new Error("Octet type input is only supported for mutations");
			return httpRequest(_objectSpread2$1(_objectSpread2$1({}, opts), {}, {
				contentTypeHeader: "application/octet-stream",
				getUrl,
				getBody: () => input
			}));
		}
	}
	return jsonHttpRequester(opts);
};
/**
* A terminating link that sends each call in its own HTTP request. It can
* send `FormData` and binary inputs.
* @see https://trpc.io/docs/client/links/httpLink
*/
function httpLink(opts) {
	const resolvedOpts = resolveHTTPLinkOptions(opts);
	return () => {
		return (operationOpts) => {
			const { op } = operationOpts;
			return observable((observer) => {
				const { path, input, type } = op;
				/* istanbul ignore if -- @preserve */
				if (type === "subscription") throw new Error("Subscriptions are unsupported by `httpLink` - use `httpSubscriptionLink` or `wsLink`");
				const ac = new AbortController();
				const { signal, cleanup } = raceAbortSignalsWithCleanup(op.signal, ac.signal);
				let request;
				try {
					request = universalRequester(_objectSpread2$1(_objectSpread2$1({}, resolvedOpts), {}, {
						type,
						path,
						input,
						signal,
						headers() {
							if (!opts.headers) return {};
							if (typeof opts.headers === "function") return opts.headers({ op });
							return opts.headers;
						}
					}));
				} catch (cause) {
					cleanup();
					throw cause;
				}
				let isDone = false;
				let meta = void 0;
				request.then((res) => {
					isDone = true;
					meta = res.meta;
					const transformed = transformResult(res.json, resolvedOpts.transformer.output);
					if (!transformed.ok) {
						observer.error(TRPCClientError.from(transformed.error, { meta }));
						return;
					}
					observer.next({
						context: res.meta,
						result: transformed.result
					});
					observer.complete();
				}).catch((cause) => {
					isDone = true;
					observer.error(TRPCClientError.from(cause, { meta }));
				});
				return () => {
					if (!isDone) ac.abort();
					cleanup();
				};
			});
		};
	};
}
// node_modules/@trpc/client/dist/httpBatchLink-aPx7u_sr.mjs
/**
* A function that should never be called unless we messed something up.
*/
const throwFatalError = () => {
	throw new Error("Something went wrong. Please submit an issue at https://github.com/trpc/trpc/issues/new");
};
/**
* Dataloader that's very inspired by https://github.com/graphql/dataloader
* Less configuration, no caching, and allows you to cancel requests
* When cancelling a single fetch the whole batch will be cancelled only when _all_ items are cancelled
*/
function dataLoader(batchLoader) {
	let pendingItems = null;
	let dispatchTimer = null;
	const destroyTimerAndPendingItems = () => {
		clearTimeout(dispatchTimer);
		dispatchTimer = null;
		pendingItems = null;
	};
	/**
	* Iterate through the items and split them into groups based on the `batchLoader`'s validate function
	*/
	function groupItems(items) {
		const groupedItems = [[]];
		let index = 0;
		while (true) {
			const item = items[index];
			if (!item) break;
			const lastGroup = groupedItems[groupedItems.length - 1];
			if (item.aborted) {
				var _item$reject;
				(_item$reject = item.reject) === null || _item$reject === void 0 || _item$reject.call(item, /* @__PURE__ */ new Error("Aborted"));
				index++;
				continue;
			}
			let isValid;
			try {
				isValid = batchLoader.validate(lastGroup.concat(item).map((it) => it.key));
			} catch (cause) {
				var _item$reject2;
				(_item$reject2 = item.reject) === null || _item$reject2 === void 0 || _item$reject2.call(item, cause);
				index++;
				continue;
			}
			if (isValid) {
				lastGroup.push(item);
				index++;
				continue;
			}
			if (lastGroup.length === 0) {
				var _item$reject3;
				(_item$reject3 = item.reject) === null || _item$reject3 === void 0 || _item$reject3.call(item, /* @__PURE__ */ new Error("Input is too big for a single dispatch"));
				index++;
				continue;
			}
			groupedItems.push([]);
		}
		return groupedItems;
	}
	function dispatch() {
		const groupedItems = groupItems(pendingItems);
		destroyTimerAndPendingItems();
		for (const items of groupedItems) {
			if (!items.length) continue;
			const batch = { items };
			for (const item of items) item.batch = batch;
			batchLoader.fetch(batch.items.map((_item) => _item.key)).then(async (result) => {
				await Promise.all(result.map(async (valueOrPromise, index) => {
					const item = batch.items[index];
					try {
						var _item$resolve;
						const value = await Promise.resolve(valueOrPromise);
						(_item$resolve = item.resolve) === null || _item$resolve === void 0 || _item$resolve.call(item, value);
					} catch (cause) {
						var _item$reject4;
						(_item$reject4 = item.reject) === null || _item$reject4 === void 0 || _item$reject4.call(item, cause);
					}
					item.batch = null;
					item.reject = null;
					item.resolve = null;
				}));
				for (const item of batch.items) {
					var _item$reject5;
					(_item$reject5 = item.reject) === null || _item$reject5 === void 0 || _item$reject5.call(item, /* @__PURE__ */ new Error("Missing result"));
					item.batch = null;
				}
			}).catch((cause) => {
				for (const item of batch.items) {
					var _item$reject6;
					(_item$reject6 = item.reject) === null || _item$reject6 === void 0 || _item$reject6.call(item, cause);
					item.batch = null;
				}
			});
		}
	}
	function load(key) {
		var _dispatchTimer;
		const item = {
			aborted: false,
			key,
			batch: null,
			resolve: throwFatalError,
			reject: throwFatalError
		};
		const promise = new Promise((resolve, reject) => {
			var _pendingItems;
			item.reject = reject;
			item.resolve = resolve;
			(_pendingItems = pendingItems) !== null && _pendingItems !== void 0 || (pendingItems = []);
			pendingItems.push(item);
		});
		(_dispatchTimer = dispatchTimer) !== null && _dispatchTimer !== void 0 || (dispatchTimer = setTimeout(dispatch));
		return promise;
	}
	return { load };
}
/**
* A terminating link that batches calls made in the same tick into one HTTP
* request.
*
* @see https://trpc.io/docs/client/links/httpBatchLink
*/
function httpBatchLink(opts) {
	var _opts$maxURLLength, _opts$maxItems;
	const resolvedOpts = resolveHTTPLinkOptions(opts);
	const maxURLLength = (_opts$maxURLLength = opts.maxURLLength) !== null && _opts$maxURLLength !== void 0 ? _opts$maxURLLength : Infinity;
	const maxItems = (_opts$maxItems = opts.maxItems) !== null && _opts$maxItems !== void 0 ? _opts$maxItems : Infinity;
	return () => {
		const batchLoader = (type) => {
			return {
				validate(batchOps) {
					if (maxURLLength === Infinity && maxItems === Infinity) return true;
					if (batchOps.length > maxItems) return false;
					const path = batchOps.map((op) => op.path).join(",");
					const inputs = batchOps.map((op) => op.input);
					return getUrl(_objectSpread2$1(_objectSpread2$1({}, resolvedOpts), {}, {
						type,
						path,
						inputs,
						signal: null
					})).length <= maxURLLength;
				},
				async fetch(batchOps) {
					const path = batchOps.map((op) => op.path).join(",");
					const inputs = batchOps.map((op) => op.input);
					const signal = allAbortSignals(...batchOps.map((op) => op.signal));
					const res = await jsonHttpRequester(_objectSpread2$1(_objectSpread2$1({}, resolvedOpts), {}, {
						path,
						inputs,
						type,
						headers() {
							if (!opts.headers) return {};
							if (typeof opts.headers === "function") return opts.headers({ opList: batchOps });
							return opts.headers;
						},
						signal
					}));
					return (Array.isArray(res.json) ? res.json : batchOps.map(() => res.json)).map((item) => ({
						meta: res.meta,
						json: item
					}));
				}
			};
		};
		const loaders = {
			query: dataLoader(batchLoader("query")),
			mutation: dataLoader(batchLoader("mutation"))
		};
		return ({ op }) => {
			return observable((observer) => {
				/* istanbul ignore if -- @preserve */
				if (op.type === "subscription") throw new Error("Subscriptions are unsupported by `httpLink` - use `httpSubscriptionLink` or `wsLink`");
				const ac = new AbortController();
				const { signal, cleanup } = raceAbortSignalsWithCleanup(op.signal, ac.signal);
				const promise = loaders[op.type].load(_objectSpread2$1(_objectSpread2$1({}, op), {}, { signal }));
				let isDone = false;
				let _res = void 0;
				promise.then((res) => {
					isDone = true;
					_res = res;
					const transformed = transformResult(res.json, resolvedOpts.transformer.output);
					if (!transformed.ok) {
						observer.error(TRPCClientError.from(transformed.error, { meta: res.meta }));
						return;
					}
					observer.next({
						context: res.meta,
						result: transformed.result
					});
					observer.complete();
				}).catch((err) => {
					isDone = true;
					observer.error(TRPCClientError.from(err, { meta: _res === null || _res === void 0 ? void 0 : _res.meta }));
				});
				return () => {
					if (!isDone) ac.abort();
					cleanup();
				};
			});
		};
	};
}
// node_modules/@trpc/client/dist/wsLink-l0dX0ah6.mjs
/**
* Get the result of a value or function that returns a value
* It also optionally accepts typesafe arguments for the function
*/
const resultOf = (value, ...args) => {
	return typeof value === "function" ? value(...args) : value;
};
function withResolvers() {
	let resolve;
	let reject;
	return {
		promise: new Promise((res, rej) => {
			resolve = res;
			reject = rej;
		}),
		resolve,
		reject
	};
}
/**
* Resolves a WebSocket URL and optionally appends connection parameters.
*
* If connectionParams are provided, appends 'connectionParams=1' query parameter.
*/
async function prepareUrl(urlOptions) {
	const url = await resultOf(urlOptions.url);
	if (!urlOptions.connectionParams) return url;
	return url + `${url.includes("?") ? "&" : "?"}connectionParams=1`;
}
async function buildConnectionMessage(connectionParams, encoder) {
	const message = {
		method: "connectionParams",
		data: await resultOf(connectionParams)
	};
	return encoder.encode(message);
}
/**
* Opens a WebSocket connection asynchronously and returns a promise
* that resolves when the connection is successfully established.
* The promise rejects if an error occurs during the connection attempt.
*/
function asyncWsOpen(ws) {
	const { promise, resolve, reject } = withResolvers();
	ws.addEventListener("open", () => {
		ws.removeEventListener("error", reject);
		resolve();
	});
	ws.addEventListener("error", reject);
	return promise;
}
const pongCallbacks = /* @__PURE__ */ new WeakMap();
/**
* Sends "PING" on `ws` and calls `onPong`, if given, once its "PONG"
* arrives. The server answers in order, so by then everything it sent before
* it read this "PING" has arrived too.
*/
function sendPing(ws, onPong) {
	let callbacks = pongCallbacks.get(ws);
	if (!callbacks) {
		const queue = [];
		callbacks = queue;
		pongCallbacks.set(ws, queue);
		ws.addEventListener("message", ({ data }) => {
			var _queue$shift;
			if (data === "PONG") (_queue$shift = queue.shift()) === null || _queue$shift === void 0 || _queue$shift();
		});
	}
	callbacks.push(onPong);
	ws.send("PING");
}
/**
* Sets up a periodic ping-pong mechanism to keep the WebSocket connection alive.
*
* - Sends "PING" messages at regular intervals defined by `intervalMs`.
* - If a "PONG" response is not received within the `pongTimeoutMs`, the WebSocket is closed.
* - The ping timer resets upon receiving any message to maintain activity.
* - Automatically starts the ping process when the WebSocket connection is opened.
* - Cleans up timers when the WebSocket is closed.
*
* @param ws - The WebSocket instance to manage.
* @param options - Configuration options for ping-pong intervals and timeouts.
*/
function setupPingInterval(ws, { intervalMs, pongTimeoutMs }) {
	let pingTimeout;
	let pongTimeout;
	function start() {
		pingTimeout = setTimeout(() => {
			sendPing(ws, null);
			pongTimeout = setTimeout(() => {
				ws.close();
			}, pongTimeoutMs);
		}, intervalMs);
	}
	function reset() {
		clearTimeout(pingTimeout);
		start();
	}
	function pong() {
		clearTimeout(pongTimeout);
		reset();
	}
	ws.addEventListener("open", start);
	ws.addEventListener("message", ({ data }) => {
		clearTimeout(pingTimeout);
		start();
		if (data === "PONG") pong();
	});
	ws.addEventListener("close", () => {
		clearTimeout(pingTimeout);
		clearTimeout(pongTimeout);
	});
}
_defineProperty$1(class WsConnection {
	constructor(opts) {
		var _opts$WebSocketPonyfi;
		_defineProperty$1(this, "id", ++WsConnection.connectCount);
		_defineProperty$1(this, "WebSocketPonyfill", void 0);
		_defineProperty$1(this, "urlOptions", void 0);
		_defineProperty$1(this, "keepAliveOpts", void 0);
		_defineProperty$1(this, "encoder", void 0);
		_defineProperty$1(this, "wsObservable", behaviorSubject(null));
		_defineProperty$1(this, "openPromise", null);
		this.WebSocketPonyfill = (_opts$WebSocketPonyfi = opts.WebSocketPonyfill) !== null && _opts$WebSocketPonyfi !== void 0 ? _opts$WebSocketPonyfi : WebSocket;
		if (!this.WebSocketPonyfill) throw new Error("No WebSocket implementation found - you probably don't want to use this on the server, but if you do you need to pass a `WebSocket`-ponyfill");
		this.urlOptions = opts.urlOptions;
		this.keepAliveOpts = opts.keepAlive;
		this.encoder = opts.encoder;
	}
	get ws() {
		return this.wsObservable.get();
	}
	set ws(ws) {
		this.wsObservable.next(ws);
	}
	/**
	* Checks if the WebSocket connection is open and ready to communicate.
	*/
	isOpen() {
		return !!this.ws && this.ws.readyState === this.WebSocketPonyfill.OPEN && !this.openPromise;
	}
	/**
	* Checks if the WebSocket connection is closed or in the process of closing.
	*/
	isClosed() {
		return !!this.ws && (this.ws.readyState === this.WebSocketPonyfill.CLOSING || this.ws.readyState === this.WebSocketPonyfill.CLOSED);
	}
	async open() {
		if (this.openPromise) return this.openPromise;
		this.id = ++WsConnection.connectCount;
		const wsPromise = prepareUrl(this.urlOptions).then((url) => new this.WebSocketPonyfill(url));
		this.openPromise = wsPromise.then(async (ws) => {
			this.ws = ws;
			ws.binaryType = "arraybuffer";
			ws.addEventListener("message", function({ data }) {
				if (data === "PING") this.send("PONG");
			});
			if (this.keepAliveOpts.enabled) setupPingInterval(ws, this.keepAliveOpts);
			ws.addEventListener("close", () => {
				if (this.ws === ws) this.ws = null;
			});
			await asyncWsOpen(ws);
			if (this.urlOptions.connectionParams) ws.send(await buildConnectionMessage(this.urlOptions.connectionParams, this.encoder));
		});
		try {
			await this.openPromise;
		} finally {
			this.openPromise = null;
		}
	}
	/**
	* Closes the WebSocket connection gracefully.
	* Waits for any ongoing open operation to complete before closing.
	*/
	async close() {
		try {
			await this.openPromise;
		} finally {
			var _this$ws;
			(_this$ws = this.ws) === null || _this$ws === void 0 || _this$ws.close();
		}
	}
}, "connectCount", 0);
// node_modules/@trpc/client/dist/index.mjs
const observerKeys = [
	"onStarted",
	"onData",
	"onError",
	"onStopped",
	"onComplete",
	"onConnectionStateChange"
];
/**
* A client that calls procedures by path string, without types.
* `createTRPCClient` wraps one.
*/
var TRPCUntypedClient = class {
	constructor(opts) {
		_defineProperty$1(this, "links", void 0);
		_defineProperty$1(this, "runtime", void 0);
		_defineProperty$1(this, "requestId", void 0);
		this.requestId = 0;
		this.runtime = {};
		this.links = opts.links.map((link) => link(this.runtime));
	}
	$request(opts) {
		var _opts$context;
		return createChain({
			links: this.links,
			op: _objectSpread2$1(_objectSpread2$1({}, opts), {}, {
				context: (_opts$context = opts.context) !== null && _opts$context !== void 0 ? _opts$context : {},
				id: ++this.requestId
			})
		}).pipe(share());
	}
	async requestAsPromise(opts) {
		try {
			return (await observableToPromise(this.$request(opts))).result.data;
		} catch (err) {
			throw TRPCClientError.from(err);
		}
	}
	/** Calls a query. */
	query(path, input, opts) {
		return this.requestAsPromise({
			type: "query",
			path,
			input,
			context: opts === null || opts === void 0 ? void 0 : opts.context,
			signal: opts === null || opts === void 0 ? void 0 : opts.signal
		});
	}
	/** Calls a mutation. */
	mutation(path, input, opts) {
		return this.requestAsPromise({
			type: "mutation",
			path,
			input,
			context: opts === null || opts === void 0 ? void 0 : opts.context,
			signal: opts === null || opts === void 0 ? void 0 : opts.signal
		});
	}
	subscription(path, input, opts = {}) {
		const hasCallbacks = observerKeys.some((key) => typeof opts[key] === "function");
		const observable$ = this.$request({
			type: "subscription",
			path,
			input,
			context: opts.context,
			signal: opts.signal
		});
		if (!hasCallbacks) {
			var _opts$signal;
			const iterator = observableToAsyncIterable(observable((observer) => observable$.subscribe({
				next(envelope) {
					if (envelope.result.type === "data" || envelope.result.type === void 0) observer.next(envelope.result.data);
				},
				error: (err) => observer.error(err),
				complete: () => observer.complete()
			})), (_opts$signal = opts.signal) !== null && _opts$signal !== void 0 ? _opts$signal : new AbortController().signal);
			let iterated = false;
			iterator[Symbol.asyncIterator] = () => {
				if (iterated) throw new Error("A subscription can only be iterated once. Call subscribe() again for another loop.");
				iterated = true;
				return iterator;
			};
			return iterator;
		}
		return observable$.subscribe({
			next(envelope) {
				switch (envelope.result.type) {
					case "state":
						var _opts$onConnectionSta;
						(_opts$onConnectionSta = opts.onConnectionStateChange) === null || _opts$onConnectionSta === void 0 || _opts$onConnectionSta.call(opts, envelope.result);
						break;
					case "started":
						var _opts$onStarted;
						(_opts$onStarted = opts.onStarted) === null || _opts$onStarted === void 0 || _opts$onStarted.call(opts, { context: envelope.context });
						break;
					case "stopped":
						var _opts$onStopped;
						(_opts$onStopped = opts.onStopped) === null || _opts$onStopped === void 0 || _opts$onStopped.call(opts);
						break;
					case "data":
					case void 0:
						var _opts$onData;
						(_opts$onData = opts.onData) === null || _opts$onData === void 0 || _opts$onData.call(opts, envelope.result.data);
				}
			},
			error(err) {
				var _opts$onError;
				(_opts$onError = opts.onError) === null || _opts$onError === void 0 || _opts$onError.call(opts, err);
			},
			complete() {
				var _opts$onComplete;
				(_opts$onComplete = opts.onComplete) === null || _opts$onComplete === void 0 || _opts$onComplete.call(opts);
			}
		});
	}
};
/**
* Creates a client that calls procedures by path string, without types.
* Meant for libraries built on tRPC; apps should use `createTRPCClient`.
*/
function createTRPCUntypedClient(opts) {
	return new TRPCUntypedClient(opts);
}
/* istanbul ignore file -- @preserve */
function _OverloadYield(e, d) {
	this.v = e, this.k = d;
}
function AsyncGenerator(e) {
	var r, t;
	function resume(r, t) {
		try {
			var n = e[r](t), o = n.value, u = o instanceof _OverloadYield;
			Promise.resolve(u ? o.v : o).then(function(t) {
				if (u) {
					var i = "return" === r ? "return" : "next";
					if (!o.k || t.done) return resume(i, t);
					t = e[i](t).value;
				}
				settle(n.done ? "return" : "normal", t);
			}, function(e) {
				resume("throw", e);
			});
		} catch (e) {
			settle("throw", e);
		}
	}
	function settle(e, n) {
		switch (e) {
			case "return":
				r.resolve({
					value: n,
					done: !0
				});
				break;
			case "throw":
				r.reject(n);
				break;
			default: r.resolve({
				value: n,
				done: !1
			});
		}
		(r = r.next) ? resume(r.key, r.arg) : t = null;
	}
	this._invoke = function(e, n) {
		return new Promise(function(o, u) {
			var i = {
				key: e,
				arg: n,
				resolve: o,
				reject: u,
				next: null
			};
			t ? t = t.next = i : (r = t = i, resume(e, n));
		});
	}, "function" != typeof e["return"] && (this["return"] = void 0);
}
AsyncGenerator.prototype["function" == typeof Symbol && Symbol.asyncIterator || "@@asyncIterator"] = function() {
	return this;
}, AsyncGenerator.prototype.next = function(e) {
	return this._invoke("next", e);
}, AsyncGenerator.prototype["throw"] = function(e) {
	return this._invoke("throw", e);
}, AsyncGenerator.prototype["return"] = function(e) {
	return this._invoke("return", e);
};
// client/src/error.ts
/** Every failure of a call: what the service refused, that it did not answer, or that the caller gave up. */
var CoverageError = class extends Error {
	name = "CoverageError";
	/** The HTTP status; 0 when there was no answer. */
	status;
	/** What the service says in a sentence; undefined where it names fields instead. */
	detail;
	/** Messages by field of a 400, under `non_field_errors` those that belong to no field; else empty. */
	fieldErrors;
	/** `CONFLICT_HAS_DEPENDENCIES`, where the service gives a code. */
	code;
	/** How long to wait, when the status is 429. */
	retryAfterSeconds;
	/** Whether the caller's signal ended the call; `cause` is then the signal's reason. */
	aborted;
	constructor(message, facts = {}) {
		super(message, { cause: facts.cause });
		this.status = facts.status ?? 0;
		this.detail = facts.detail;
		this.fieldErrors = facts.fieldErrors ?? {};
		this.code = facts.code;
		this.retryAfterSeconds = facts.retryAfterSeconds;
		this.aborted = facts.aborted ?? false;
	}
};
/** What a call threw, as a `CoverageError`. @internal */
function toCoverageError(thrown, signal) {
	if (thrown instanceof CoverageError) return thrown;
	if (signal?.aborted) return new CoverageError("The call was given up.", {
		aborted: true,
		cause: signal.reason
	});
	if (!isTRPCClientError(thrown)) return noAnswer(thrown);
	if (thrown.cause instanceof CoverageError) return thrown.cause;
	const response = thrown.meta?.response;
	const data = thrown.data;
	const status = data?.httpStatus ?? response?.status;
	return status ? refusal(status, data?.body, response?.headers, thrown) : noAnswer(thrown.cause ?? thrown);
}
/** What an answer of the service says with a status of 400 or more. @internal */
function refusal(status, body, headers, cause) {
	const fields = Object.entries(body && typeof body === "object" ? body : {});
	const fieldErrors = Object.fromEntries(fields.filter(([, messages]) => Array.isArray(messages)));
	const texts = Object.fromEntries(fields);
	const detail = typeof texts.detail === "string" ? texts.detail : void 0;
	const code = typeof texts.code === "string" ? texts.code : void 0;
	const seconds = Number(headers?.get("retry-after") ?? NaN);
	return new CoverageError(detail ?? (listed(fieldErrors) || `The service answered ${status}.`), {
		status,
		detail,
		fieldErrors,
		code,
		retryAfterSeconds: status === 429 && seconds >= 0 ? seconds : void 0,
		cause
	});
}
const listed = (fieldErrors) => Object.entries(fieldErrors).map(([field, messages]) => (field === "non_field_errors" ? "" : `${field}: `) + messages.join(" ")).join(" ");
const noAnswer = (cause) => new CoverageError(`The service did not answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
// client/src/patience.ts
/** Rejects with the signal's reason as soon as it is aborted, whatever becomes of the promise. */
function unlessAborted(promise, signal) {
	if (!signal) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener("abort", abort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
/** Resolves after so many milliseconds; an aborted signal ends it at once, and leaves no timer behind. */
async function sleep(milliseconds, signal) {
	let timer;
	await unlessAborted(new Promise((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	}), signal).finally(() => clearTimeout(timer));
}
/** Repeats a throttled call when the service says it may, for as long as the waits together do not exceed `seconds`. */
async function waitingWhenThrottled(call, seconds, signal) {
	try {
		return await call();
	} catch (thrown) {
		const { retryAfterSeconds: wait } = toCoverageError(thrown, signal);
		if (wait === void 0 || wait > seconds) throw thrown;
		await sleep(Math.max(wait, 1) * 1e3, signal);
		return waitingWhenThrottled(call, seconds - wait, signal);
	}
}
// client/src/procedures.ts
/** @internal */
const kinds = {
	employees: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		activate: "mutation",
		propose: "mutation",
		accept_proposal: "mutation",
		reject_proposal: "mutation",
		cancel_proposal: "mutation",
		force_accept_proposal: "mutation",
		go_on_leave: "mutation",
		return_from_leave: "mutation",
		deactivate: "mutation",
		reactivate: "mutation",
		terminate: "mutation",
		rehire: "mutation",
		transitions: "query",
		available_transitions: "query"
	},
	transitions: {
		list: "query",
		get: "query"
	},
	tag_change_logs: {
		list: "query",
		get: "query"
	},
	tags: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		delete: "mutation"
	},
	employee_tags: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		delete: "mutation"
	},
	position_tags: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		delete: "mutation"
	},
	org_units: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		delete: "mutation"
	},
	positions: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		delete: "mutation",
		duplicate: "mutation",
		coverage_summary: "query"
	},
	assignments: {
		list: "query",
		create: "mutation",
		get: "query",
		update: "mutation",
		suspend: "mutation",
		resume: "mutation",
		end: "mutation",
		available_transitions: "query",
		transitions: "query",
		preview: "mutation"
	},
	hours: {
		balance: "query",
		batch_balance: "mutation",
		simulate: "mutation"
	},
	business_rules: {
		list: "query",
		get: "query"
	},
	health: { check: "query" },
	auth: {
		login: "mutation",
		logout: "mutation",
		me: "query",
		deactivate: "mutation",
		export: "query"
	}
};
/** @internal */
const lists = {
	employees: "employees.list",
	employee_transitions: "employees.transitions",
	transitions: "transitions.list",
	tag_change_logs: "tag_change_logs.list",
	tags: "tags.list",
	employee_tags: "employee_tags.list",
	position_tags: "position_tags.list",
	org_units: "org_units.list",
	positions: "positions.list",
	assignments: "assignments.list",
	assignment_transitions: "assignments.transitions",
	business_rules: "business_rules.list"
};
// client/src/session.ts
const refreshTimeout = 3e4;
/** How long a lost refresh waits for the cookies of the one that won, in milliseconds. */
const winnersTime = 1e3;
const step = 50;
/**
* Keeps a caller signed in. The CSRF token tells sessions apart, since every login and refresh sets a new one:
* where it has changed since a refused call was made, another call, tab or instance has refreshed already.
*/
function createSession(base, { fetch, csrfToken }) {
	const address = `${base}/api/v1/auth/token/refresh/`;
	const { document, navigator } = globalThis;
	const locks = document ? navigator?.locks : void 0;
	let refreshing;
	let over;
	function refresh(seen) {
		const renew = () => renewOnce(seen);
		refreshing ??= (locks ? locks.request(`coverage-refresh ${base}`, renew) : renew()).finally(() => {
			refreshing = void 0;
		});
		return refreshing;
	}
	async function renewOnce(seen) {
		if (csrfToken() !== seen) return;
		const response = await fetch(address, {
			method: "POST",
			signal: AbortSignal.timeout(refreshTimeout)
		});
		const body = await response.json().catch(() => void 0);
		if (response.ok) return;
		if (response.status !== 401 && response.status !== 403) throw refusal(response.status, body, response.headers);
		for (let waited = 0; csrfToken() === seen && waited < winnersTime; waited += step) await sleep(step);
		if (csrfToken() === seen) over = seen;
	}
	async function mayRepeat(status, seen) {
		if (status === 403) return csrfToken() !== seen;
		if (status !== 401) return false;
		if (seen === void 0 || seen === over) return csrfToken() !== seen;
		await refresh(seen);
		return true;
	}
	return {
		/** Makes the call; after a 401 refreshes, once for all calls that wait, and makes it once more. */
		async keep(call) {
			const seen = csrfToken();
			try {
				return await call();
			} catch (thrown) {
				if (!await mayRepeat(toCoverageError(thrown).status, seen)) throw thrown;
				return call();
			}
		},
		/** Refreshes no more until the next login. */
		end() {
			over = csrfToken();
		}
	};
}
// node_modules/cookie/dist/index.js
/**
* RegExp to match max-age-value in RFC 6265 sec 5.6.2
*/
const maxAgeRegExp = /^-?\d+$/;
const NullObject = /* @__PURE__ */ (() => {
	const C = function() {};
	C.prototype = Object.create(null);
	return C;
})();
/**
* Parse a `Cookie` header.
*
* Parse the given cookie header string into an object
* The object has the various cookies as keys(names) => values
*/
function parseCookie(str, options) {
	const obj = new NullObject();
	const len = str.length;
	if (len < 2) return obj;
	const dec = options?.decode ?? defaultDecode;
	let index = 0;
	do {
		const eqIdx = eqIndex(str, index, len);
		if (eqIdx === len) break;
		const endIdx = endIndex(str, index, len);
		if (eqIdx > endIdx) {
			index = str.lastIndexOf(";", eqIdx - 1) + 1;
			continue;
		}
		const key = valueSlice(str, index, eqIdx);
		if (obj[key] === void 0) obj[key] = dec(valueSlice(str, eqIdx + 1, endIdx));
		index = endIdx + 1;
	} while (index < len);
	return obj;
}
/**
* Deserialize a `Set-Cookie` header into an object.
*
* parseSetCookie('foo=bar; HttpOnly')
*   => { name: 'foo', value: 'bar', httpOnly: true }
*/
function parseSetCookie(str, options) {
	const dec = options?.decode ?? defaultDecode;
	const len = str.length;
	const endIdx = endIndex(str, 0, len);
	let eqIdx = eqIndex(str, 0, len);
	const setCookie = eqIdx < endIdx ? {
		name: valueSlice(str, 0, eqIdx),
		value: dec(valueSlice(str, eqIdx + 1, endIdx))
	} : {
		name: "",
		value: dec(valueSlice(str, 0, endIdx))
	};
	let index = endIdx + 1;
	while (index < len) {
		const endIdx = endIndex(str, index, len);
		if (eqIdx < index) eqIdx = eqIndex(str, index, len);
		const attr = eqIdx < endIdx ? valueSlice(str, index, eqIdx) : valueSlice(str, index, endIdx);
		const val = eqIdx < endIdx ? valueSlice(str, eqIdx + 1, endIdx) : void 0;
		switch (attr.toLowerCase()) {
			case "httponly":
				setCookie.httpOnly = true;
				break;
			case "secure":
				setCookie.secure = true;
				break;
			case "partitioned":
				setCookie.partitioned = true;
				break;
			case "domain":
				setCookie.domain = val;
				break;
			case "path":
				setCookie.path = val;
				break;
			case "max-age":
				if (val && maxAgeRegExp.test(val)) setCookie.maxAge = Number(val);
				break;
			case "expires":
				if (!val) break;
				const date = new Date(val);
				if (Number.isFinite(date.valueOf())) setCookie.expires = date;
				break;
			case "priority":
				if (!val) break;
				const priority = val.toLowerCase();
				if (priority === "low" || priority === "medium" || priority === "high") setCookie.priority = priority;
				break;
			case "samesite":
				if (!val) break;
				const sameSite = val.toLowerCase();
				if (sameSite === "lax" || sameSite === "strict" || sameSite === "none") setCookie.sameSite = sameSite;
		}
		index = endIdx + 1;
	}
	return setCookie;
}
/**
* Find the next `;` character, or return `len`.
*/
function endIndex(str, min, len) {
	const index = str.indexOf(";", min);
	return index === -1 ? len : index;
}
/**
* Find the next `=` character, or return `len`.
*/
function eqIndex(str, min, len) {
	const index = str.indexOf("=", min);
	return index === -1 ? len : index;
}
/**
* Slice out a value between startPod to max.
*/
function valueSlice(str, min, max) {
	if (min === max) return "";
	let start = min;
	let end = max;
	do {
		const code = str.charCodeAt(start);
		if (code !== 32 && code !== 9) break;
	} while (++start < end);
	while (end > start) {
		const code = str.charCodeAt(end - 1);
		if (code !== 32 && code !== 9) break;
		end--;
	}
	return str.slice(start, end);
}
/**
* URL-decode string value. Optimized to skip native call when no %.
*/
function defaultDecode(str) {
	if (str.indexOf("%") === -1) return str;
	try {
		return decodeURIComponent(str);
	} catch (e) {
		return str;
	}
}
// client/src/cookie-jar.ts
/** An empty jar in memory, for one service: it honours paths, expiry and Secure as RFC 6265 has them. */
function createCookieJar(now = Date.now) {
	const cookies = /* @__PURE__ */ new Map();
	const sentTo = (url) => [...cookies.values()].filter(({ path, secure, expires }) => expires > now() && isUnder(path, url) && (!secure || isSafe(url))).sort((one, other) => other.path.length - one.path.length);
	return {
		header: (url) => sentTo(url).map(({ name, value }) => `${name}=${value}`).join("; ") || void 0,
		get: (name, url) => sentTo(url).find((cookie) => cookie.name === name)?.value,
		store(setCookies, url) {
			for (const text of setCookies) {
				const { name, value = "", ...attributes } = parseSetCookie(text, { decode: (raw) => raw });
				if (attributes.domain && !isWithin(attributes.domain, url.hostname)) continue;
				const path = attributes.path?.startsWith("/") ? attributes.path : folderOf(url);
				const { maxAge, expires } = attributes;
				const end = maxAge === void 0 ? expires?.getTime() ?? Number.POSITIVE_INFINITY : now() + maxAge * 1e3;
				const key = `${name};${path}`;
				if (end <= now()) cookies.delete(key);
				else cookies.set(key, {
					name,
					value,
					path,
					secure: attributes.secure ?? false,
					expires: end
				});
			}
		}
	};
}
const isUnder = (path, { pathname }) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
const isSafe = ({ protocol, hostname }) => protocol === "https:" || [
	"localhost",
	"127.0.0.1",
	"[::1]"
].includes(hostname);
const isWithin = (domain, host) => `.${host}`.endsWith(`.${domain.replace(/^\./, "").toLowerCase()}`);
const folderOf = ({ pathname }) => pathname.slice(0, pathname.lastIndexOf("/")) || "/";
// client/src/transport.ts
/** The window's part that the client uses, written out because it also runs where there is no window. */
const window$1 = globalThis;
/** In a browser the browser keeps the cookies, elsewhere the jar does. */
function createTransport(service, fetch = globalThis.fetch, cookies) {
	const { document } = window$1;
	return document && !cookies ? browser(document, fetch) : ownCookies(service, fetch, cookies ?? createCookieJar());
}
function browser(document, fetch) {
	const csrfToken = () => parseCookie(document.cookie, { decode: (raw) => raw }).csrftoken;
	return {
		csrfToken,
		fetch: (address, init = {}) => fetch(address, {
			...init,
			credentials: "include",
			headers: withToken(init, csrfToken())
		})
	};
}
function ownCookies(service, fetch, jar) {
	const csrfToken = () => jar.get("csrftoken", service);
	return {
		csrfToken,
		async fetch(address, init = {}) {
			const url = new URL(address);
			const headers = withToken(init, csrfToken());
			const cookie = jar.header(url);
			if (cookie) headers.set("Cookie", cookie);
			const response = await fetch(address, {
				...init,
				headers
			});
			jar.store(response.headers.getSetCookie(), url);
			return response;
		}
	};
}
function withToken({ method = "GET", headers }, token) {
	const all = new Headers(headers);
	if (method !== "GET" && token !== void 0) all.set("X-CSRFToken", token);
	return all;
}
// client/src/client.ts
/** A client for one user of the service. It signs nobody in by itself; see `login`. */
function createCoverageClient(options) {
	const { call, endSession } = createCalls(options);
	const procedures = proceduresOf(call);
	const { auth } = procedures;
	return {
		...procedures,
		login: async (email, password, options) => (await auth.login.mutate({
			email,
			password
		}, options)).user,
		async logout(options) {
			await auth.logout.mutate(void 0, options).catch((error) => {
				if (error.status !== 401) throw error;
			});
			endSession();
		},
		me: (options) => auth.me.query(void 0, options),
		pages: pagesOf(call)
	};
}
/** Calls by name that keep the session: for procedures beyond {@link Procedures}, such as the console's. @internal */
function createCalls(options) {
	const base = options.url.replace(/\/+$/, "");
	const transport = createTransport(new URL(base), options.fetch, options.cookies);
	const session = createSession(base, transport);
	const http = {
		url: `${base}/trpc`,
		fetch: answeringInJson(transport)
	};
	const trpc = createTRPCUntypedClient({ links: [options.batch ? httpBatchLink({
		...http,
		...batchLimits
	}) : httpLink(http)] });
	const patience = secondsOf(options.waitWhenThrottled);
	const call = (kind, name, input, { signal } = {}) => {
		const once = () => trpc[kind](name, input ?? {}, { signal });
		return unlessAborted(waitingWhenThrottled(() => session.keep(once), patience, signal), signal).catch((thrown) => {
			throw toCoverageError(thrown, signal);
		});
	};
	return {
		call,
		endSession: session.end
	};
}
/** Anything but JSON comes from a proxy on the way, and tRPC would lose its status. */
function answeringInJson({ fetch }) {
	const send = async (address, init) => {
		const response = await fetch(address, init);
		if (response.headers.get("content-type")?.startsWith("application/json")) return response;
		throw refusal(response.status, void 0, response.headers);
	};
	return send;
}
/** What the service takes in one request, and what proxies take in one address. */
const batchLimits = {
	maxItems: 100,
	maxURLLength: 4e3
};
function secondsOf(wait) {
	if (typeof wait === "object") return wait.atMostSeconds;
	return wait ? Number.POSITIVE_INFINITY : 0;
}
function proceduresOf(call) {
	const resources = Object.entries(kinds).map(([resource, actions]) => {
		const members = Object.entries(actions).map(([action, kind]) => {
			const make = (input, options) => call(kind, `${resource}.${action}`, input, options);
			return [action, kind === "query" ? { query: make } : { mutate: make }];
		});
		return [resource, Object.fromEntries(members)];
	});
	return Object.fromEntries(resources);
}
function pagesOf(call) {
	const iterators = Object.entries(lists).map(([list, name]) => [list, (input, options) => rows(call, name, input, options)]);
	return Object.fromEntries(iterators);
}
async function* rows(call, name, input, options) {
	for (let page = 1;; page++) {
		const answer = await call("query", name, {
			page_size: 100,
			...input,
			page
		}, options).catch((error) => {
			if (page > 1 && error.status === 404) return [];
			throw error;
		});
		if (Array.isArray(answer)) return yield* answer;
		yield* answer.results;
		if (!answer.next) return;
	}
}
// client/src/index.ts
/** A decimal of the service as a `Decimal`, to reckon with exactly; `toFixed(2)` gives the text to send. */
const decimal = (text) => new Decimal(text);
export { CoverageError, createCookieJar, createCoverageClient, decimal };
