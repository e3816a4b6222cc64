"""Pages, and statements as users write them that are true of them or not; for the builtin model's checks."""

from builtin_pages import CARDS, SUMMARY, TABLE, page, rows

CART = rows("""
- banner:
  - link "Kiln & Clay":
    - /url: /
  - navigation "Account":
    - link "My orders":
      - /url: /orders
    - button "Log out"
    - link "Cart":
      - /url: /cart
    - status: 2 items
- main:
  - heading "Your cart" [level=1]
  - table:
    - rowgroup:
      - row:
        - columnheader "Product"
        - columnheader "Price"
        - columnheader "Quantity"
        - columnheader "Sum"
        - columnheader "Remove"
    - rowgroup:
      - row:
        - rowheader "Blue Mug":
          - link "Blue Mug":
            - /url: /blue
        - cell "$9.50"
        - cell:
          - spinbutton "Quantity of Blue Mug": 1
          - button "Update quantity of Blue Mug"
        - cell "$9.50"
        - cell:
          - button "Remove Blue Mug"
      - row:
        - rowheader "Espresso Mug":
          - link "Espresso Mug":
            - /url: /espresso
        - cell "$7.50"
        - cell:
          - spinbutton "Quantity of Espresso Mug": 1
          - button "Update quantity of Espresso Mug"
        - cell "$7.50"
        - cell:
          - button "Remove Espresso Mug"
  - textbox "Discount code"
  - button "Apply"
  - term: Subtotal
  - definition: $17.00
  - term: Cart total
  - definition: $15.30
  - link "Go to checkout":
    - /url: /checkout
""")
EMPTY_CART = """
- banner:
  - navigation "Account":
    - link "Log in":
      - /url: /login
    - link "Cart":
      - /url: /cart
    - status: 0 items
- main:
  - heading "Your cart" [level=1]
  - paragraph: Your cart is empty.
  - paragraph:
    - link "See our pottery":
      - /url: /
"""
FORM = """
- heading "Settings" [level=1]
- alert: The settings were saved.
- textbox "Email": ann@x.org
- textbox "Note"
- spinbutton "Seats": 3
- combobox "Country":
  - option "France" [selected]
  - option "Italy"
- checkbox "Send news" [checked]
- checkbox "Discounts"
- radiogroup "Delivery":
  - radio "Standard"
  - radio "Express" [checked]
- button "Save" [disabled]
- button "Cancel"
- button "Details" [expanded]
- tablist:
  - tab "Profile" [selected]
  - tab "Security"
"""
USERS = rows("""
- heading "Users" [level=1]
- paragraph: 3 users
- table:
  - rowgroup:
    - row:
      - columnheader "Name"
      - columnheader "Role"
      - columnheader "Active"
      - columnheader "Joined"
  - rowgroup:
    - row:
      - cell "Ann Berg"
      - cell "Admin"
      - cell "Yes"
      - cell "3 March 2026"
    - row:
      - cell "Bob Cole"
      - cell "Editor"
      - cell "Yes"
      - cell "28 April 2026"
    - row:
      - cell "Cy Dorn"
      - cell "Editor"
      - cell "No"
      - cell "1 May 2026"
- button "Delete"
- navigation:
  - link "Log out"
""")
BOARD = """
- banner:
  - link "Tracker":
    - /url: /
- main:
  - heading "Board" [level=1]
  - region "To do":
    - heading "To do" [level=2]
    - list:
      - listitem: Write docs
      - listitem: Fix login
      - listitem: Buy milk
  - region "Done":
    - heading "Done" [level=2]
    - list:
      - listitem: Write tests
      - listitem: Plan trip
  - button "New task"
"""
TODO = """
- heading "todos" [level=1]
- textbox "What needs to be done?"
- checkbox "Mark all as complete"
- list:
  - listitem:
    - checkbox "Toggle Todo" [checked]
    - text: Buy milk
    - button "Delete"
  - listitem:
    - checkbox "Toggle Todo"
    - text: Call Bob
    - button "Delete"
  - listitem:
    - checkbox "Toggle Todo"
    - text: Write report
    - button "Delete"
- paragraph: 2 items left
- list:
  - listitem:
    - link "All":
      - /url: '#/'
  - listitem:
    - link "Active":
      - /url: '#/active'
  - listitem:
    - link "Completed":
      - /url: '#/completed'
"""
DASH = """
- navigation "Main":
  - link "Dashboard" [current]:
    - /url: /dash
  - link "Users":
    - /url: /users
- main:
  - heading "Dashboard" [level=1]
  - generic:
    - generic:
      - generic: Revenue
      - generic: $5,120.00
      - generic: +4 %
    - generic:
      - generic: Active users
      - generic: 1,204
      - generic: -2 %
    - generic:
      - generic: Open tickets
      - generic: "12"
      - generic: 0 %
  - heading "Recent orders" [level=2]
  - table:
    - rowgroup:
      - row:
        - columnheader "Order"
        - columnheader "Customer"
        - columnheader "Date"
        - columnheader "Amount"
        - columnheader "Status"
    - rowgroup:
      - row:
        - cell "#1042"
        - cell "Ann Berg"
        - cell "2026-05-03"
        - cell "$120.00"
        - cell "Shipped"
      - row:
        - cell "#1041"
        - cell "Bob Cole"
        - cell "2026-05-02"
        - cell "$80.50"
        - cell "Pending"
      - row:
        - cell "#1040"
        - cell "Ann Berg"
        - cell "2026-04-28"
        - cell "$1,300.00"
        - cell "Shipped"
    - rowgroup:
      - row:
        - cell "Total"
        - cell ""
        - cell ""
        - cell "$1,500.50"
        - cell ""
"""
LOGIN = """
- heading "Sign in" [level=1]
- alert: Wrong email or password.
- textbox "Email": ann@x.org
- textbox "Password"
- checkbox "Remember me"
- button "Sign in"
- link "Forgot password?":
  - /url: /forgot
"""
NONE = """
- heading "Results for “zebra”" [level=1]
- searchbox "Search products": zebra
- paragraph: Nothing was found. Try another word.
"""
ARTICLE = """
- navigation "Breadcrumb":
  - link "Mugs":
    - /url: /mugs
- main:
  - heading "Blue Mug" [level=1]
  - paragraph: 4.5 out of 5 (12 reviews)
  - paragraph: $9.50
  - paragraph: In stock
  - spinbutton "Quantity": 1
  - button "Add to cart"
  - heading "Reviews" [level=2]
  - article:
    - heading "Lovely" [level=3]
    - text: 5 stars by Ella
    - paragraph: Arrived fast.
  - article:
    - heading "Slow delivery" [level=3]
    - text: 2 stars by Tom
    - paragraph: It took three weeks.
"""
NOTFOUND = """
- heading "Not Found" [level=1]
- paragraph: The requested resource was not found on this server.
"""
DIALOG = """
- main:
  - heading "Users" [level=1]
  - button "Delete Ann"
- dialog "Delete user" [modal]:
  - heading "Delete user" [level=2]
  - paragraph: Do you really want to delete Ann?
  - button "Cancel"
  - button "Delete"
"""
FAQ = """
- heading "Questions" [level=1]
- button "How do I pay?" [expanded]
- region "How do I pay?":
  - paragraph: By card.
- button "How do I return it?"
- tablist:
  - tab "General" [selected]
  - tab "Shipping"
- switch "Dark mode" [checked]
- switch "Notifications"
- slider "Volume"
- combobox "Language":
  - option "English" [selected]
  - option "Deutsch"
- combobox "Currency":
  - option "USD" [selected]
  - option "EUR"
"""
CRUD = rows("""
- heading "Select book to change" [level=1]
- paragraph: 5 books
- table:
  - rowgroup:
    - row:
      - columnheader "Title"
      - columnheader "Author"
      - columnheader "Copies"
      - columnheader "Lent"
  - rowgroup:
    - row:
      - rowheader "Dune"
      - cell "Frank Herbert"
      - cell "3"
      - cell "No"
    - row:
      - rowheader "Emma"
      - cell "Jane Austen"
      - cell "1"
      - cell "Yes"
    - row:
      - rowheader "Ivanhoe"
      - cell "Walter Scott"
      - cell "2"
      - cell "No"
    - row:
      - rowheader "Persuasion"
      - cell "Jane Austen"
      - cell "4"
      - cell "No"
    - row:
      - rowheader "Ulysses"
      - cell "James Joyce"
      - cell "1"
      - cell "Yes"
""")

FLASH = """
- list:
  - listitem:
    - text: The book
    - link "Mort":
      - /url: /books/5
    - text: was changed successfully.
- heading "Select book to change" [level=1]
- paragraph: 10 books
"""
INVALID = """
- heading "Add book" [level=1]
- paragraph: Please correct the errors below.
- list:
  - listitem: This field is required.
- textbox "Title" [invalid]
- spinbutton "Copies": 1
- button "Save"
"""

RECOMMENDED = """
- main:
  - heading "Your cart" [level=1]
  - paragraph: Your cart is empty.
  - heading "You might also like" [level=2]
  - list:
    - listitem:
      - heading "Blue Mug" [level=3]
      - paragraph: $9.50
    - listitem:
      - heading "Red Mug" [level=3]
      - paragraph: $11.00
"""
ACCOUNT = """
- heading "Account" [level=1]
- button "Delete account"
- button "Save draft"
- link "Log out of all devices":
  - /url: /out
"""
LOST = """
- heading "Page not found" [level=1]
- link "Home":
  - /url: /
"""

PAGES = {
    "recommended": page(RECOMMENDED, title="Cart", url="http://shop.test/cart", language="en"),
    "account": page(ACCOUNT, title="Account", language="en"),
    "lost": page(LOST, title="Shop", url="http://shop.test/cart", language="en"),
    "flash": page(FLASH, title="Select book to change", language="en"),
    "invalid": page(INVALID, title="Add book", language="en"),
    "cart": page(CART, title="Cart · Kiln & Clay", url="http://shop.test/cart", language="en"),
    "empty": page(EMPTY_CART, title="Cart · Kiln & Clay", url="http://shop.test/cart", language="en"),
    "form": page(FORM, title="Settings", language="en"),
    "users": page(USERS, title="Users", language="en"),
    "cards": page(CARDS, title="Mugs", language="en"),
    "orders": page(TABLE, title="Orders", url="http://shop.test/orders?page=2", language="en"),
    "summary": page(SUMMARY, title="Cart", language="en"),
    "board": page(BOARD, title="Board", url="http://t.test/board", language="en"),
    "todo": page(TODO, title="todos", language="en"),
    "dash": page(DASH, title="Dashboard", language="en"),
    "login": page(LOGIN, title="Sign in", url="http://t.test/login?next=/orders", language="en"),
    "none": page(NONE, title="Search", language="en"),
    "article": page(ARTICLE, title="Blue Mug · Shop", url="http://t.test/products/blue-mug", language="en"),
    "notfound": page(NOTFOUND, title="404", language="en"),
    "dialog": page(DIALOG, title="Users", language="en"),
    "faq": page(FAQ, title="Help", language="en"),
    "crud": page(CRUD, title="Books", language="en"),
    "alert": page("", dialog='an alert dialog says "Saved.": call accept_dialog or dismiss_dialog'),
}

TRUE = """
recommended: the cart is empty
recommended: the page shows 'Blue Mug'
account: there is no 'Log in' link
account: there is a 'Save draft' button
account: 'Save draft' is enabled
flash: the message says 'was changed successfully'
flash: there are 10 books
invalid: an error is shown
invalid: the error message says 'Please correct the errors below.'
invalid: Copies is 1
cart: the cart shows 2 mugs and a total below $20
cart: the cart badge shows 2 items
cart: the cart total is $15.30
cart: The total is at least $15 and at most $16.
cart: the total is between $10 and $20
cart: the cart contains the Blue Mug
cart: the Red Mug is not in the cart
cart: the Blue Mug is in the cart
cart: the cart is not empty
empty: the cart is empty
empty: there are no items in the cart
cart: the quantity of the Blue Mug is 1
cart: the Blue Mug costs $9.50
cart: the Espresso Mug is cheaper than the Blue Mug
cart: the cart total is less than the subtotal
cart: the URL contains /cart
cart: the address ends with "/cart"
cart: the URL is /cart
cart: the page title contains 'Cart'
cart: the heading is 'Your cart'
cart: the heading says 'Your cart' and the URL contains '/cart'
cart: we are on the cart page
cart: there is a 'Go to checkout' link
cart: there is a 'Log out' button
empty: there is no 'Log out' button
cart: the 'Log out' button is visible
cart: no error is shown
cart: the prices are sorted, most expensive first
cart: the products are sorted alphabetically
cart: the Blue Mug comes before the Espresso Mug
cart: there are 2 products in the cart
form: the box 'Send news' is ticked
form: the box 'Discounts' is not ticked
form: 'Send news' is checked and 'Discounts' is unchecked
form: the Save button is disabled
form: the Cancel button is enabled
form: the Email field contains 'ann@x.org'
form: the Email field is 'ann@x.org'
form: the Note field is empty
form: the Email field is not empty
form: the Country is France
form: 'France' is selected in the Country dropdown
form: Express is selected
form: the delivery is Express
form: the details are expanded
form: the Profile tab is selected
form: Seats is 3
form: the message says 'The settings were saved.'
form: the message 'The settings were saved' is shown
form: a message is shown
form: the Country dropdown offers 'Italy'
users: the role of Ann Berg is Admin
users: Bob Cole is an editor
users: Ann Berg is active
users: Cy Dorn is not active
users: Ann Berg and Bob Cole are active
users: there are 3 users
users: the list shows 3 users
users: there are 2 editors
users: the users are sorted by name
users: the users are sorted by joined, oldest first
users: Ann Berg comes before Bob Cole
users: the first user is Ann Berg
users: the row of Ann Berg shows 'Admin'
users: the table contains 'Bob Cole'
users: 'Dan Ek' is not in the list
users: no error is shown and there are 3 users
cards: the price of the Blue Mug is $9.50
cards: the cheapest mug is the Espresso Mug
cards: all mugs cost less than $12
cards: there are 3 mugs
cards: the Blue Mug has 12 reviews
cards: the page shows 'Red Mug' and 'Blue Mug'
cards: the page does not show 'Green Mug'
cards: 'Sort by' is set to 'Price: low to high'
orders: the order 1002 is open
orders: order 1001 is paid
orders: the status of order 1002 is Open
orders: the total of order 1003 is below $10
orders: order 1002 has the status 'Open'
orders: there are 2 paid orders
orders: there is no order 1004
orders: there is an order 1002
orders: the orders are sorted by number, ascending
orders: the URL contains 'page=2'
orders: the table has 3 rows
summary: the customer is Ann Berg
summary: the order number is 1005
summary: the total is $25
summary: the shipping is $5.00 and the subtotal is $20.00
summary: the error message says 'Your card was declined.'
summary: the Pay button is disabled
board: there are 3 items in the To do list
board: the Done list has 2 items
board: 'Write tests' is in the Done list
board: 'Write tests' is not in the To do list
board: the Done section contains 'Plan trip'
board: 'Write docs' comes before 'Buy milk'
board: we are on the board page
board: there is a "New task" button
todo: 2 items are left
todo: there are 3 todos
todo: the page shows '2 items left'
todo: the checkbox in the row of 'Buy milk' is checked
todo: the 'Mark all as complete' box is not ticked
todo: 'Pay rent' is not listed
todo: the 'What needs to be done?' field is empty
todo: the list contains 'Call Bob'
dash: the revenue is $5,120.00
dash: Revenue is above $5,000
dash: there are 1204 active users
dash: the number of open tickets is 12
dash: there are 3 orders
dash: order #1041 is pending
dash: the status of order #1042 is Shipped
dash: the amount of order #1040 is $1,300.00
dash: the customer of order #1041 is Bob Cole
dash: the total is $1,500.50
dash: the orders are sorted by date, newest first
dash: the date of order #1042 is 3 May 2026
dash: the date of order #1042 is after 1 May 2026
dash: 2 orders are shipped
dash: there are 2 shipped orders
dash: the first order is #1042
dash: there are at least 3 orders and at most 5 orders
dash: the row of #1041 contains 'Pending' and '$80.50'
login: the error message says 'Wrong email or password.'
login: an error message is shown
login: an error is shown
login: the error message contains 'Wrong email'
login: the Email field has the value 'ann@x.org'
login: the Password field is empty
login: the 'Remember me' checkbox is not checked
login: there is a link 'Forgot password?'
login: the URL contains 'login' and does not contain 'orders/5'
login: we are on the sign in page
login: the 'Sign in' button is visible and enabled
login: the heading is not 'Dashboard'
login: the 'Log out' link is hidden
login: the page says 'Wrong email or password.'
login: the page does not say 'Welcome'
none: there are no results
none: no results are shown
none: the page says 'Nothing was found'
none: the search field contains 'zebra'
none: the heading contains 'zebra'
article: the price is $9.50
article: it is in stock
article: the Blue Mug is in stock
article: the quantity is 1
article: the review 'Lovely' is shown
article: 'Lovely' comes before 'Slow delivery'
article: the heading says 'Blue Mug'
article: the URL ends with '/blue-mug'
article: the title starts with 'Blue Mug'
article: the 'Add to cart' button is enabled
article: the page mentions 'three weeks'
notfound: the page says 'Not Found'
dialog: a dialog is open
dialog: the dialog says 'Do you really want to delete Ann?'
dialog: the dialog has a 'Cancel' button
dialog: there is a 'Delete' button in the dialog
faq: no dialog is open
faq: 'How do I pay?' is expanded
faq: 'How do I return it?' is not expanded
faq: the General tab is selected and the Shipping tab is not
faq: dark mode is on
faq: Notifications is off
faq: the Language dropdown offers 'Deutsch'
faq: English is selected in the Language dropdown
faq: the selected currency is USD
crud: there are 5 books
crud: Emma is lent
crud: Dune is not lent
crud: the author of Emma is Jane Austen
crud: the books are sorted alphabetically
crud: Dune has 3 copies
crud: the table has 5 rows
crud: the table has between 4 and 6 rows
crud: Dune and Emma are listed
crud: Faust is not listed
crud: Dune has more copies than Emma
alert: the dialog says 'Saved.'
"""

FALSE = """
recommended: the cart is not empty
recommended: the Green Mug is in the cart
account: there is a 'Delete' button
account: there is a 'Log out' link
lost: we are on the cart page
flash: the message says 'was deleted'
flash: the message says 'The book was not changed'
invalid: no error is shown
invalid: the error message says 'Title'
invalid: the error message says 'The title is too long'
cart: the cart shows 3 mugs and a total below $20
cart: the cart shows 2 mugs and a total below $10
cart: the cart badge shows 1 item
cart: the cart total is $10.00
cart: the total is between $16 and $20
cart: the total is more than $15.30
cart: the cart contains the Red Mug
cart: the Blue Mug is not in the cart
cart: the cart is empty
empty: the cart is not empty
empty: the cart has 2 items
cart: there are no items in the cart
cart: the quantity of the Blue Mug is 2
cart: the Blue Mug costs less than $9.50
cart: the Blue Mug is cheaper than the Espresso Mug
cart: the subtotal is less than the cart total
cart: the URL contains /orders
cart: the URL is /orders
cart: the page title is 'Orders'
cart: the heading is 'Your orders'
cart: we are on the checkout page
empty: there is a 'Log out' button
cart: there is no 'Log out' button
cart: the prices are sorted, cheapest first
cart: the products are sorted by name, Z to A
cart: the Espresso Mug is listed above the Blue Mug
cart: there are at least 3 products in the cart
form: the box 'Discounts' is ticked
form: 'Send news' and 'Discounts' are checked
form: the Save button is enabled
form: the Cancel button is disabled
form: the Email field contains 'bob@x.org'
form: the value of the Email field is 'bob@x.org'
form: the Email field is empty
form: the Note field says 'x1'
form: Italy is selected in the Country dropdown
form: Country is set to Italy
form: Standard is selected
form: the delivery is Standard
form: Details is collapsed
form: the Security tab is selected
form: Seats is above 3
form: the alert says 'Something went wrong'
form: the Country dropdown offers 'Spain'
users: Ann Berg's role is Editor
users: Bob Cole is an admin
users: Cy Dorn is active
users: all users are active
users: no user is active
users: there are 4 users
users: there are three editors
users: Bob Cole comes before Ann Berg
users: the last user is Ann Berg
users: the row of Ann Berg shows 'Editor'
users: the table contains 'Dan Ek'
users: 'Bob Cole' is not listed
cards: the price of the Blue Mug is $9.00
cards: the cheapest mug is the Blue Mug
cards: all mugs cost less than $10
cards: the mugs are sorted by price, cheapest first
cards: the Blue Mug has 13 reviews
cards: the page shows 'Red Mug' and 'Green Mug'
cards: the Sort by dropdown is set to 'Price: high to low'
orders: the order 1002 is paid
orders: the status of order 1002 is Paid
orders: the total of order 1001 is below $10
orders: there are 3 paid orders
orders: there is an order 1004
orders: the orders are sorted by number in descending order
orders: the URL contains 'page=20'
orders: all orders are paid
orders: the table has more than 3 rows
summary: the customer is Bob
summary: the error message says 'Your card expired'
board: there are 2 items in the To do list
board: the Done list has 3 items
board: 'Write tests' is in the To do list
board: 'Buy milk' is not in the To do list
board: the Done section contains 'Buy milk'
board: the Done list is empty
board: 'Buy milk' comes before 'Fix login'
todo: 3 items are left
todo: the page shows '3 items left'
todo: the checkbox in the row of 'Call Bob' is checked
todo: 'Call Bob' is not shown
todo: 'Pay rent' is in the list
dash: the revenue is $5,100
dash: Revenue is above $6,000
dash: there are 1203 active users
dash: Open tickets is below 10
dash: there are 4 orders
dash: order #1041 is shipped
dash: the amount of order #1040 is less than $1,000
dash: the customer of order #1041 is Ann Berg
dash: the total is $1,500
dash: the orders are sorted by date, oldest first
dash: the orders are sorted by amount, ascending
dash: the date of order #1040 is after 1 May 2026
dash: there is 1 shipped order
dash: the last order is #1042
dash: all orders are shipped
dash: the row of #1041 contains 'Pending' and '$80.00'
dash: the table contains 'Cy Dorn'
login: no error is shown
login: the error says 'Account locked'
login: the Email field is empty
login: 'Remember me' is checked
login: the URL does not contain 'next'
login: the heading is not 'Sign in'
login: the 'Forgot password?' link is hidden
none: the search field contains 'mug'
none: the heading contains 'mug'
article: the price is below $9
article: the Blue Mug is out of stock
article: the quantity is 2
article: the quantity is at least 2
article: the review 'Awful' is shown
article: the URL ends with '/red-mug'
article: the title starts with 'Red Mug'
dialog: no dialog is open
dialog: the dialog says 'Saved'
dialog: the dialog has an 'OK' button
faq: a dialog is open
faq: 'How do I pay?' is collapsed
faq: Notifications is on
faq: the selected currency is EUR
crud: there are 6 books
crud: Dune is lent
crud: Emma's author is Walter Scott
crud: the books are sorted by title from Z to A
crud: Dune has 4 copies
crud: the table has between 6 and 8 rows
crud: Dune and Faust are listed
crud: all books are lent
crud: no book is lent
alert: the alert says 'Deleted.'
"""


UNCLEAR = """
recommended: the Blue Mug is in the cart
recommended: the Blue Mug is not in the cart
recommended: the cart has 2 mugs
account: there is a Delete button
account: the Save button is enabled
lost: the Blue Mug is not in the cart
lost: the cart is empty
cards: the Red Mug is not in the cart
form: the list looks nice
crud: either Dune or Emma is lent
crud: there are about 5 books
crud: if Dune is lent, Emma is lent
crud: Dune should be listed
crud: the button is blue
crud: everything works
crud: the books are sorted
crud: the books are sorted by copies
crud: the books are expensive
orders: order 1001 is cancelled
cards: there is a link 'Add to cart'
notfound: no error is shown
notfound: 'Ann' is not listed
faq: the Language dropdown offers 'EUR'
alert: there are 3 books
form: Standard is selected unless Express is
cart: the total is $15 or $16
article: the picture shows a mug in the sun
"""


def statements(text):
    """The statements of a text, each with the page it is about."""
    return [tuple(line.split(": ", 1)) for line in text.strip().splitlines()]
