package bank

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const (
	bankAccountPath      = "/v1/organization/bank-account"
	bankStatementsPath   = "/v1/organization/bank-statements"
	bankTransactionsPath = "/v1/organization/bank-transactions"
	bankTransactionPath  = bankTransactionsPath + "/{transaction_id}"
)

// maxStatementBody is the largest body with a file, which is base64 in it.
const maxStatementBody = bankfile.MaxFile/3*4 + 64<<10

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	states := map[string][]any{"status": {}}
	for _, s := range append([]string{deskStatus}, payments.TransferStates()...) {
		states["status"] = append(states["status"], s)
	}
	decide := []httpapi.Kind{kindTransferDone, kindTransferStale}
	return []access.Route{
		access.On(identity.ReadOrganization, httpapi.Route{
			Method: http.MethodGet, Path: bankAccountPath, ID: "get-bank-account", Tag: access.TagPayments,
			Summary: "Read the bank account", Description: "To which buyers transfer money, where an event has `orders.bank_transfer`, and bookers, where a venue has `booking_terms.bank_transfer`. 404 when none is set.",
		}, h.getBankAccount),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodPut, Path: bankAccountPath, ID: "set-bank-account", Tag: access.TagPayments,
			Summary: "Set the bank account",
			Description: "Buyers of events that have `orders.bank_transfer` are told it with the amount and the reference of their order, also with orders that are " +
				"pending already. What comes in on another account goes to the desk.",
			Example: BankAccountIn{IBAN: "DE02 1203 0000 0000 2020 51", BIC: "BYLADEM1001", Holder: "Nordlicht e. V."},
		}, h.setBankAccount),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodDelete, Path: bankAccountPath, ID: "remove-bank-account", Tag: access.TagPayments,
			Summary: "Remove the bank account", Description: "Nobody is told it any more. There may be none.",
		}, h.removeBankAccount),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankStatementsPath, ID: "read-bank-statement", Tag: access.TagPayments, Body: maxStatementBody,
			Status: http.StatusCreated, Also: []int{http.StatusOK}, Summary: "Read a bank statement",
			Description: "A file of the bank: CAMT.053, CAMT.054 or MT940, or a ZIP file of them. A file with a fault is refused as a whole, and the fault is named by its line. " +
				"What names an order, or the deposit or the balance of a booking of rooms, and is what that costs pays it at once; all else waits at the desk. Each transaction is taken once, however often files have it: the same file " +
				"again changes nothing, and is answered with 200.",
			Example: NewBankStatement{Name: "2027-05.sta", File: "OjIwOlNUQVJUVU1TDQo6MjU6REUwMjEyMDMwMDAwMDAwMDIwMjA1MQ0KOjI4QzoxLzENCjo2MEY6QzI3MDUwMkVVUjAsMDANCjo2MToyNzA1MDMwNTAzQzQ4LDAwTjA1MU5PTlJFRi8vQjVDMDMNCjo4NjoxNjY/MDBHVVRTQ0hSSUZUPzIwU1ZXWitSRjE4VzhENFhLMU43UDlTMEE3QzVGMz8yMUs/MzFOTDkxQUJOQTA0MTcxNjQzMDA/MzJBREEgTE9WRUxBQ0UNCjo2MkY6QzI3MDUwM0VVUjQ4LDAwDQotDQo="},
		}, h.readBankStatement),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodGet, Path: bankStatementsPath, ID: "list-bank-statements", Tag: access.TagPayments,
			Summary: "List bank statements", Description: "The files that were read, the latest first.", Query: []string{"limit", "cursor"},
		}, h.listBankStatements),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodGet, Path: bankTransactionsPath, ID: "list-bank-transactions", Tag: access.TagPayments,
			Summary: "List bank transactions", Description: "The latest first. With `status=desk`, those with which a person has something to do: open, part and to_return.",
			Query: []string{"limit", "cursor", "status", "statement_id"}, Values: states,
		}, h.listBankTransactions),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodGet, Path: bankTransactionsPath + ".csv", ID: "list-bank-transactions-csv", Tag: access.TagPayments,
			Summary: "Bank transactions as CSV", Description: "All of them, with what became of each (RFC 4180, UTF-8). Amounts are decimals.",
			Query: []string{"status"}, Values: states, Media: httpapi.MediaCSV,
		}, h.bankTransactionsCSV),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodGet, Path: bankTransactionPath, ID: "get-bank-transaction", Tag: access.TagPayments,
			Summary: "Read a bank transaction", Description: "With the order, or the part of the price of a booking, that it names, and those that it may be for.",
		}, h.getBankTransaction),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankTransactionPath + ":assign", ID: "assign-bank-transaction", Tag: access.TagPayments,
			Summary: "Assign a bank transaction to an order or a booking",
			Description: "To an order, or to the deposit or the balance of a booking of rooms or of bookings that repeat. If it suffices, with those that were assigned before, that is paid, and what is too much " +
				"is due back as a refund; if not, it waits for more. What has lapsed has its places, or its time, again if they are still free; if not, all is due back. " +
				"A `credit_reversed` takes money out of the payment, as a dispute does; a `debit_reversed` says that a refund of that amount did not arrive, and a person makes it anew.",
			Problems: append([]httpapi.Kind{paying.NotPayable, paying.OrderPaid, paying.AmountMismatch, kindNotReversed, kindOrderCurrency}, decide...),
			Example:  BankAssignment{OrderID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
		}, h.assignBankTransaction),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankTransactionPath + ":give-back", ID: "give-bank-transaction-back", Tag: access.TagPayments,
			Summary: "Give a bank transaction back",
			Description: "All of it is due back. Where it names an order, or one booking, that it cannot pay, that is a refund of the order, which a person makes; else it waits at the desk until " +
				"`:mark-returned`.",
			Problems: append([]httpapi.Kind{kindNoCredit}, decide...), Example: BankNote{Note: "Ordered twice"},
		}, h.giveBankTransactionBack),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankTransactionPath + ":mark-returned", ID: "mark-bank-transaction-returned", Tag: access.TagPayments,
			Summary: "Mark a bank transaction as returned", Description: "That a person has transferred it back.",
			Problems: decide, Example: BankNote{Note: "Transfer of 3 May"},
		}, h.markBankTransactionReturned),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankTransactionPath + ":ignore", ID: "ignore-bank-transaction", Tag: access.TagPayments,
			Summary: "Mark a bank transaction as not for tickets", Description: "It stays listed, with the note.",
			Problems: decide, Example: BankNote{Note: "Membership fee"},
		}, h.ignoreBankTransaction),
		access.On(identity.ManageBank, httpapi.Route{
			Method: http.MethodPost, Path: bankTransactionPath + ":undo", ID: "undo-bank-transaction", Tag: access.TagPayments,
			Summary:     "Take a decision about a bank transaction back",
			Description: "As long as no payment has come of it: one that has is refunded with its order.",
			Problems:    decide,
		}, h.undoBankTransaction),
	}
}
